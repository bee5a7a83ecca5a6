// What tools/assets.mjs writes to src/generated/.
declare module "*/generated/trestle_engine.js" {
  export interface Module {
    cwrap(name: string, result: "string", args: "string"[]): (...texts: string[]) => string;
  }
  const make: (options: { locateFile: (name: string) => string }) => Promise<Module>;
  export default make;
}
declare module "*/generated/icons*" {
  export const icons: Record<string, string>;
}

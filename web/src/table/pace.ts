// The rest between two acts of others, so that each is seen; a person in a hurry ends it.
export class Pace {
  private end: (() => void) | null = null;

  rest(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => this.end?.(), ms);
      this.end = () => {
        clearTimeout(timer);
        this.end = null;
        done();
      };
    });
  }
  skip(): void {
    this.end?.();
  }
}

// Draws a page of plots: as one HTML file that needs nothing else (SVG drawn here, light and dark, from 360 pixels on), or as Markdown.
#pragma once
#include "sim/balance.hpp"

namespace trestle {

std::string html_page(const PlotPage& page);
std::string markdown_page(const PlotPage& page);

}  // namespace trestle

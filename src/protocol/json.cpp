// Boost.JSON compiled once, here; everybody else includes <boost/json.hpp>.
#include <boost/json/src.hpp>

// All judgements there are, for code that is given a game and does not care which.
#pragma once
#include "bots/hadara/evaluate.hpp"
#include "bots/hadara/features.hpp"
#include "bots/tharos/evaluate.hpp"
#include "bots/tharos/features.hpp"
#include "bots/throne/evaluate.hpp"
#include "bots/throne/features.hpp"

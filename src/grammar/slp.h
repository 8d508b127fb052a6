#include "trace/slp.h"

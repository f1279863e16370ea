// pdrank: the command line as a program of its own. The Python package has it as a function.
#include "command_line.hpp"

int main(int argc, char** argv) { return pdrank::cli::run_command_line({argv, argv + argc}); }

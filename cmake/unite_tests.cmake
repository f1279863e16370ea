# cmake -DINTO=<file> -DFILES=<file>|<file>.. -P: test files one behind the other in one file, which is compiled much faster
# than they are one by one. The anonymous namespace of each gets a name, so that the same name may be in several.
string(REPLACE "|" ";" FILES "${FILES}")
set(united "")
foreach(file IN LISTS FILES)
  get_filename_component(stem ${file} NAME_WE)
  file(READ ${file} text)
  string(REPLACE "\nnamespace {\n" "\nnamespace in_${stem} {\n" text "${text}")
  string(APPEND united "#line 1 \"${file}\"\n${text}\n")
endforeach()
file(WRITE ${INTO} "${united}")

// What is done for each route. All throw Refusal for what cannot be done.
#pragma once

#include "pdrank/server/application.hpp"
#include "pdrank/server/http.hpp"
#include "pdrank/server/router.hpp"

namespace pdrank::server {

// projects.cpp
Response list_projects(Application& application, const Call& call);
Response add_project(Application& application, const Call& call);
Response list_doubts(Application& application, const Call& call);
Response show_project(Application& application, const Call& call);
Response change_project(Application& application, const Call& call);
Response remove_project(Application& application, const Call& call);

// items.cpp
Response list_items(Application& application, const Call& call);
Response add_items(Application& application, const Call& call);
Response change_item(Application& application, const Call& call);
Response remove_item(Application& application, const Call& call);

// files.cpp
Response add_file(Application& application, const Call& call);
Response show_file(Application& application, const Call& call);

// voters.cpp
Response list_voters(Application& application, const Call& call);
Response add_voters(Application& application, const Call& call);
Response change_voters(Application& application, const Call& call);
Response change_voter(Application& application, const Call& call);
Response remove_voter(Application& application, const Call& call);
Response join(Application& application, const Call& call);

// ranking.cpp
Response show_ranking(Application& application, const Call& call);
Response show_report(Application& application, const Call& call);

// export.cpp, import.cpp
Response export_project(Application& application, const Call& call);
Response import_answers(Application& application, const Call& call);
Response list_imports(Application& application, const Call& call);
Response remove_import(Application& application, const Call& call);

// results.cpp
Response show_results(Application& application, const Call& call);

// ballot.cpp
Response show_ballot(Application& application, const Call& call);
Response accept_study(Application& application, const Call& call);
Response add_vote(Application& application, const Call& call);

// operations.cpp
Response show_metrics(Application& application, const Call& call);
Response show_server(Application& application, const Call& call);
Response make_backup(Application& application, const Call& call);
Response restore_backup(Application& application, const Call& call);

// pages.cpp
Response show_page(Application& application, const Call& call);
Response show_health(Application& application, const Call& call);
Response show_ready(Application& application, const Call& call);
Response show_openapi(Application& application, const Call& call);

}  // namespace pdrank::server

// The functions of libpq that are used, loaded with the first connection.
#pragma once

#include <libpq-fe.h>

#include "pdrank/core/late_library.hpp"

namespace pdrank::storage {

class Libpq {
  LateLibrary library_{"pq", 5};

 public:
  // The one of this process. StoreError if the library is missing.
  static const Libpq& get();

  decltype(&PQclear) clear = library_["PQclear"];
  decltype(&PQconnectdbParams) connect = library_["PQconnectdbParams"];
  decltype(&PQenterPipelineMode) enter_pipeline_mode = library_["PQenterPipelineMode"];
  decltype(&PQerrorMessage) error_message = library_["PQerrorMessage"];
  decltype(&PQexec) exec = library_["PQexec"];
  decltype(&PQexecPrepared) exec_prepared = library_["PQexecPrepared"];
  decltype(&PQexitPipelineMode) exit_pipeline_mode = library_["PQexitPipelineMode"];
  decltype(&PQfinish) finish = library_["PQfinish"];
  decltype(&PQgetResult) get_result = library_["PQgetResult"];
  decltype(&PQgetlength) length = library_["PQgetlength"];
  decltype(&PQgetisnull) is_null = library_["PQgetisnull"];
  decltype(&PQgetvalue) value = library_["PQgetvalue"];
  decltype(&PQntuples) row_count = library_["PQntuples"];
  decltype(&PQparameterStatus) parameter_status = library_["PQparameterStatus"];
  decltype(&PQpipelineStatus) pipeline_status = library_["PQpipelineStatus"];
  decltype(&PQpipelineSync) pipeline_sync = library_["PQpipelineSync"];
  decltype(&PQprepare) prepare = library_["PQprepare"];
  decltype(&PQresultErrorField) result_error_field = library_["PQresultErrorField"];
  decltype(&PQresultStatus) result_status = library_["PQresultStatus"];
  decltype(&PQsendQueryPrepared) send_query_prepared = library_["PQsendQueryPrepared"];
  decltype(&PQsetNoticeProcessor) set_notice_processor = library_["PQsetNoticeProcessor"];
  decltype(&PQsocket) socket = library_["PQsocket"];
  decltype(&PQstatus) status = library_["PQstatus"];
  decltype(&PQtransactionStatus) transaction_status = library_["PQtransactionStatus"];
};

}  // namespace pdrank::storage

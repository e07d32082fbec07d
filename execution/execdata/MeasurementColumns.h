//===- execution/execdata/MeasurementColumns.h - A record in SQL ----------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_MEASUREMENTCOLUMNS_H
#define MLIRGYM_EXECUTION_EXECDATA_MEASUREMENTCOLUMNS_H

#include <string>

namespace mlirgym {

// Every statement on the table `measurements` is generated from one list of its
// columns, in the order in which they are bound and read: the record's key,
// program, context, schedule and metric, its status, the fields of its Timing,
// then object, message, origin and time.

/// `INSERT` of all columns as ?1, ?2, ...
std::string addMeasurementSql();
/// `UPDATE` of all columns as ?1, ?2, ...; the next parameter is the id.
std::string replaceMeasurementSql();

/// Status and timing of the table `m`, the first columns of every query.
std::string statusAndTimingColumns();

/// Defines the view `incoming`: the records of the attached file `other`, with
/// all columns, and ids of this file instead of `other`'s.
std::string viewOfIncomingSql();
/// Copies incoming records that are newer or missing in this file.
std::string takeNewerSql();
std::string takeMissingSql();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_MEASUREMENTCOLUMNS_H

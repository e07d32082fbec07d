//===- execution/execdata/MeasurementColumns.h - A record in SQL ----------===//
#ifndef MLIRGYM_EXECUTION_EXECDATA_MEASUREMENTCOLUMNS_H
#define MLIRGYM_EXECUTION_EXECDATA_MEASUREMENTCOLUMNS_H

#include <cstdint>
#include <string>

namespace mlirgym {

// Every statement on the table `measurements` is made from one list of its
// columns, in the order in which they are bound and read: the record's key,
// program, context and schedule, its status, the fields of its Timing, then
// object, message, origin and time.

/// `INSERT` of all columns as ?1, ?2, ...
std::string addMeasurementSql();
/// `UPDATE` of all columns as ?1, ?2, ...; the id is the parameter after them.
std::string replaceMeasurementSql();

/// Status and timing of the table `m`, as every query begins; nulls and zeros
/// for those that a file of this version lacks.
std::string statusAndTimingColumns(int64_t fileVersion);

/// Records of the attached file `other`, of this version, as the view
/// `incoming` of all columns and the id, with the ids of this file.
std::string viewOfIncomingSql(int64_t otherVersion);
/// Copies incoming records that are newer or missing in this file.
std::string takeNewerSql();
std::string takeMissingSql();
} // namespace mlirgym
#endif // MLIRGYM_EXECUTION_EXECDATA_MEASUREMENTCOLUMNS_H

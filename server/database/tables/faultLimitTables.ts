import type { Generated, Selectable } from 'kysely'
import type { FaultLimits } from '../../../contract/lighting/faultLimits.ts'

/** Columns of `project` with the limits of facility faults, in the units of `contract/lighting/faultLimits.ts`. */
export interface FaultLimitColumns {
  min_voltage: Generated<number>
  max_voltage: Generated<number>
  supply_loss_voltage: Generated<number>
  max_leakage: Generated<number>
  max_temperature: Generated<number>
  overload_tolerance: Generated<number>
  dimming_tolerance: Generated<number>
  min_loop_current: Generated<number>
  short_fault_delay: Generated<number>
  long_fault_delay: Generated<number>
}

/** Existing projects get the limits that were fixed before. */
export const faultLimitStatements: readonly string[] = [
  `alter table project add column if not exists min_voltage float8 not null default 176, add column if not exists max_voltage float8 not null default 264,
    add column if not exists supply_loss_voltage float8 not null default 50, add column if not exists max_leakage float8 not null default 300,
    add column if not exists max_temperature float8 not null default 85, add column if not exists overload_tolerance float8 not null default 20,
    add column if not exists dimming_tolerance float8 not null default 30, add column if not exists min_loop_current float8 not null default 0.2,
    add column if not exists short_fault_delay float8 not null default 10, add column if not exists long_fault_delay float8 not null default 30`,
]

export const faultLimitColumns = [
  'min_voltage',
  'max_voltage',
  'supply_loss_voltage',
  'max_leakage',
  'max_temperature',
  'overload_tolerance',
  'dimming_tolerance',
  'min_loop_current',
  'short_fault_delay',
  'long_fault_delay',
] as const satisfies readonly (keyof FaultLimitColumns)[]

/** Limits of a project row. */
export const toFaultLimits = (row: Selectable<FaultLimitColumns>): FaultLimits => ({
  minVoltage: row.min_voltage,
  maxVoltage: row.max_voltage,
  supplyLossVoltage: row.supply_loss_voltage,
  maxLeakage: row.max_leakage,
  maxTemperature: row.max_temperature,
  overloadTolerance: row.overload_tolerance,
  dimmingTolerance: row.dimming_tolerance,
  minLoopCurrent: row.min_loop_current,
  shortFaultDelay: row.short_fault_delay,
  longFaultDelay: row.long_fault_delay,
})

/** Column values of limits. */
export const toFaultLimitColumns = (limits: FaultLimits): Selectable<FaultLimitColumns> => ({
  min_voltage: limits.minVoltage,
  max_voltage: limits.maxVoltage,
  supply_loss_voltage: limits.supplyLossVoltage,
  max_leakage: limits.maxLeakage,
  max_temperature: limits.maxTemperature,
  overload_tolerance: limits.overloadTolerance,
  dimming_tolerance: limits.dimmingTolerance,
  min_loop_current: limits.minLoopCurrent,
  short_fault_delay: limits.shortFaultDelay,
  long_fault_delay: limits.longFaultDelay,
})

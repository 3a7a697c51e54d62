import type { ChannelDetails, ChannelSummary } from '../../../../contract/routes.ts'
import { getText } from '../../entities/values.ts'
import type { ChannelPlan, ChannelRow } from './config.ts'
import type { ChannelProcess } from './process.ts'

/** Returns the state of a channel for a list. */
export function readSummary({ id, project, values }: ChannelRow, process: ChannelProcess | undefined): ChannelSummary {
  const status = process?.status
  return {
    id,
    project,
    name: getText(values, 'name'),
    state: process === undefined ? 'off' : (status?.state ?? 'stopped'),
    since: status?.since ?? null,
    fault: status?.fault ?? null,
    points: Array.isArray(values['nodes']) ? values['nodes'].length : 0,
    faultCount: status?.faultCount ?? 0,
    pointsPerS: status?.pointsPerS ?? 0,
  }
}

/** Returns the state of a channel with counters, errors and raw log. */
export function readDetails(
  { row, config, excluded }: ChannelPlan,
  process: ChannelProcess | undefined,
): ChannelDetails {
  const status = process?.status
  return {
    ...readSummary(row, process),
    points: config?.points.length ?? 0,
    roundTripMs: status?.roundTripMs ?? null,
    maxRoundTripMs: status?.maxRoundTripMs ?? null,
    cycleMs: status?.cycleMs ?? null,
    isOverrun: status?.isOverrun ?? false,
    goodPoints: status?.goodPoints ?? 0,
    lateAnswers: status?.lateAnswers ?? 0,
    reconnects: status?.reconnects ?? 0,
    restarts: process?.restarts ?? 0,
    waitingFrames: status?.waitingFrames ?? 0,
    storedFrames: status?.storedFrames ?? 0,
    droppedFrames: status?.droppedFrames ?? 0,
    faults: status?.faults ?? [],
    excluded,
    untrusted: status?.untrusted ?? null,
    logUntil: process?.logUntil !== undefined && process.logUntil > Date.now() ? process.logUntil : null,
    log: process?.log ?? [],
  }
}

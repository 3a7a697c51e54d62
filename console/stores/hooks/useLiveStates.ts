import { useEffect, useMemo, useState } from 'react'
import { useStores } from '../root.ts'
import { selectFollowed, LiveBoard, type LiveStates, type StateSource, getTags } from '../live/liveStates.ts'

const everyMs = 1000

export interface Live extends LiveStates {
  /** Change counter, because the maps are updated in place. */
  readonly version: number
}

/**
 * Live states of all objects, evaluated once a second with one render for all. `alarmed`: devices with an uncleared
 * alarm. Call it inside an observer, because the tag table changes with the account.
 */
export function useLiveStates(sources: readonly StateSource[], alarmed: ReadonlySet<string>): Live {
  const { telemetry } = useStores()
  const { tags } = telemetry
  const board = useMemo(() => new LiveBoard(sources, tags), [sources, tags])
  const [version, setVersion] = useState(0)
  useEffect(() => telemetry.need(selectFollowed(sources).flatMap(getTags)), [telemetry, sources])
  useEffect(() => {
    const update = (): void => {
      if (board.update(alarmed)) setVersion((before) => before + 1)
    }
    update()
    const timer = setInterval(update, everyMs)
    return () => clearInterval(timer)
  }, [alarmed, board])
  return { states: board.states, isOn: board.isOn, levels: board.levels, version }
}

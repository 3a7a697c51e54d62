import { catalog } from '@mimic/engine/catalog'
import { useMemo } from 'react'
import { ZoneNote } from '../../fields/ZoneNote.tsx'
import type { Opened } from '../runStore.ts'
import './DrawingZoneNote.css'

/** Names the time zone of the times on a drawing, such as a clock, where it differs from that of the project. */
export function DrawingZoneNote({ opened }: { readonly opened: Opened }) {
  const { document, project } = opened
  const showsTimes = useMemo(
    () => [...document.components.values()].some(({ type }) => catalog.get(type)?.showsTimes === true),
    [document],
  )
  return (
    showsTimes && (
      <div className="run-zone">
        <ZoneNote kind="moments" project={project} />
      </div>
    )
  )
}

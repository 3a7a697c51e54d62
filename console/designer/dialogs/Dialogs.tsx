import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftDialog } from './DraftDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'

/** What the designer must ask before it goes on. */
export function Dialogs() {
  return (
    <>
      <DraftDialog />
      <ConflictDialog />
      <LeaveDialog />
    </>
  )
}

import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useDesigner } from '../context.ts'
import { LibrarySaveDialog } from '../symbols/LibrarySaveDialog.tsx'
import { MakeSymbolDialog, SymbolParamsDialog } from '../symbols/SymbolDialogs.tsx'
import { AngleDialog } from './AngleDialog.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftDialog } from './DraftDialog.tsx'
import { FindDialog } from './FindDialog.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { RebindDialog } from './RebindDialog.tsx'
import { SaveNoteDialog } from './SaveNoteDialog.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

/** All dialogs of the designer, those opened by the user and those the designer opens itself. */
export function Dialogs() {
  return (
    <>
      <DraftDialog />
      <ConflictDialog />
      <LeaveDialog />
      <OpenDialog />
    </>
  )
}

const OpenDialog = observer(function LazyDialog() {
  const {
    dialogState: { dialog },
    session: { editor },
  } = useDesigner()
  const isOpen = dialog !== null
  // The dialog is removed without its closing animation, so it does not restore the focus; focus the canvas instead.
  useEffect(() => (isOpen ? () => editor?.stage.canvas.focus({ preventScroll: true }) : undefined), [isOpen, editor])
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'find':
      return <FindDialog />
    case 'shortcuts':
      return <ShortcutsDialog />
    case 'angle':
      return <AngleDialog />
    case 'history':
      return <HistoryPanel />
    case 'saveNote':
      return <SaveNoteDialog />
    case 'makeSymbol':
      return <MakeSymbolDialog />
    case 'symbolParams':
      return <SymbolParamsDialog id={dialog.symbol} />
    case 'librarySave':
      return <LibrarySaveDialog id={dialog.symbol} />
    case 'rebind':
      return <RebindDialog ids={dialog.ids} isPasted={dialog.isPasted ?? false} />
  }
})

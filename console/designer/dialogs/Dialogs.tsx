import { observer } from 'mobx-react-lite'
import { useDesigner } from '../context.ts'
import { LibrarySaveDialog } from '../symbols/LibrarySaveDialog.tsx'
import { MakeSymbolDialog, SymbolParamsDialog } from '../symbols/SymbolDialogs.tsx'
import { AngleDialog } from './AngleDialog.tsx'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DraftDialog } from './DraftDialog.tsx'
import { FindDialog } from './FindDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { RebindDialog } from './RebindDialog.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'

/** What the designer must ask before it goes on, and what a person asked for. */
export function Dialogs() {
  return (
    <>
      <DraftDialog />
      <ConflictDialog />
      <LeaveDialog />
      <AskedDialog />
    </>
  )
}

const AskedDialog = observer(function AskedDialog() {
  const { asked } = useDesigner().desk
  switch (asked?.kind) {
    case undefined: return null
    case 'find': return <FindDialog />
    case 'shortcuts': return <ShortcutsDialog />
    case 'angle': return <AngleDialog />
    case 'makeSymbol': return <MakeSymbolDialog />
    case 'symbolParams': return <SymbolParamsDialog id={asked.symbol} />
    case 'librarySave': return <LibrarySaveDialog id={asked.symbol} />
    case 'rebind': return <RebindDialog ids={asked.ids} isPasted={asked.isPasted ?? false} />
  }
})

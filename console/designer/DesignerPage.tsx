import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useKeepAlive } from '../app/shell/keepAlive.ts'
import { NamedPageTitle } from '../app/shell/PageTitle.tsx'
import { StorageBanner } from '../app/shell/StorageBanner.tsx'
import { ProgressLine } from '../kit/page/ProgressLine.tsx'
import { UnnamedDrawing } from '../kit/drawing/UnnamedDrawing.tsx'
import { useStores } from '../stores/root.ts'
import { TopBar } from './bar/TopBar.tsx'
import { Canvas } from './Canvas.tsx'
import { DesignerContext } from './context.ts'
import { Dialogs } from './dialogs/Dialogs.tsx'
import { Inspector } from './inspector/Inspector.tsx'
import { NewerDrawing } from './NewerDrawing.tsx'
import { OpeningFailed } from './OpeningFailed.tsx'
import { Outline } from './panels/Outline.tsx'
import { Toolbox } from './panels/Toolbox.tsx'
import { SaveWarnings } from './SaveWarnings.tsx'
import { openDraftDatabase } from './session/draftDatabase.ts'
import { DesignerStore } from './session/designerStore.ts'
import { DialogState } from './session/dialogState.ts'
import { SymbolLibrary } from './session/symbolLibrary.ts'
import { SymbolBanner } from './symbols/SymbolBanner.tsx'
import { usePageGuards } from './usePageGuards.ts'
import { usePageKeys } from './usePageKeys.ts'
import { useRefusals } from './useRefusals.ts'
import { useTypeLabels } from './useTypeLabels.ts'
import { loadMinimap } from './view/viewPreferences.ts'
// Later files override earlier ones.
import './styles/bar.css'
import './styles/panels.css'
import './styles/inspector.css'
import './styles/bindings.css'
import './styles/fields.css'
import './styles/dialogs.css'

/** Page `/scada/topo/editor?id=…`: edits one drawing. */
export function DesignerPage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  useKeepAlive()
  return id === '' ? <Unnamed /> : <OpenDesigner key={id} id={id} />
}

/** Shown if the address contains no drawing id. */
function Unnamed() {
  const { t } = useTranslation('designer')
  return <UnnamedDrawing title={t('open.failed')} />
}

function OpenDesigner({ id }: { readonly id: string }) {
  const { client, session, notices } = useStores()
  const [store] = useState(
    () =>
      new DesignerStore(id, {
        client,
        // Drafts of a session whose account id was unavailable are stored under the user name.
        owners: [session.accountId, session.username].filter((owner) => owner !== null),
        openStorage: () => openDraftDatabase(indexedDB),
        onDraftRefused: () => notices.post({ manner: 'warning', words: draftTexts }),
      }),
  )
  useEffect(() => {
    void store.open()
    return () => void store.close()
  }, [store])
  return <Designer store={store} />
}

const Designer = observer(function Designer({ store }: { readonly store: DesignerStore }) {
  const { client } = useStores()
  const typeWords = useTypeLabels()
  const [dialogState] = useState(
    () => new DialogState(loadMinimap(), (symbol, own, isRestored) => store.keepSymbol(symbol, own, isRestored)),
  )
  const [library] = useState(() => new SymbolLibrary(client))
  const { session: drawing, opening } = store
  const session = dialogState.editing?.session ?? drawing
  usePageGuards(store, dialogState)
  usePageKeys(dialogState, session)
  useRefusals(session)
  useEffect(() => session?.bus.setBaseNames(typeWords), [session, typeWords])
  // The drawing was replaced, by a draft or the server's version: a symbol opened from the old one can no longer be put
  // back.
  useEffect(() => () => dialogState.abandonSymbol(drawing), [dialogState, drawing])
  if (opening.kind === 'failed') return <OpeningFailed opening={opening} onRetry={() => void store.open()} />
  if (opening.kind === 'newer') return <NewerDrawing id={store.id} newer={opening.newer} />
  if (!drawing || !session)
    return (
      <div className="designer" aria-busy="true">
        <ProgressLine active />
      </div>
    )
  return (
    <DesignerContext value={{ store, session, drawing, dialogState, library }}>
      <NamedPageTitle name={drawing.name} />
      <div className="designer">
        <TopBar />
        <aside className="designer-left">
          <Toolbox />
          <Outline />
        </aside>
        <div className="designer-middle">
          <StorageBanner />
          <SymbolBanner />
          <SaveWarnings />
          <Canvas />
        </div>
        <Inspector />
        <Dialogs />
      </div>
    </DesignerContext>
  )
})

const draftTexts = {
  en: 'This browser keeps no drafts: unsaved work is lost when the page closes',
  zh: '此浏览器无法保存草稿：关闭页面将丢失未保存的内容',
}

import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useKeepAlive } from '../app/keepAlive.ts'
import { ProgressLine } from '../kit/ProgressLine.tsx'
import { useStores } from '../stores/root.ts'
import { Canvas } from './Canvas.tsx'
import { DesignerContext } from './context.ts'
import { Dialogs } from './dialogs/Dialogs.tsx'
import { Inspector } from './inspector/Inspector.tsx'
import { OpeningFailed } from './OpeningFailed.tsx'
import { Outline } from './panels/Outline.tsx'
import { Toolbox } from './panels/Toolbox.tsx'
import { openDraftShelf } from './session/draftShelf.ts'
import { DesignerStore } from './session/designerStore.ts'
import { TopBar } from './TopBar.tsx'
import { usePageGuards } from './usePageGuards.ts'
import './DesignerPage.css'

/** `/scada/topo/editor?id=…`: one drawing, edited. */
export function DesignerPage() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  useKeepAlive('active')
  return <OpenDesigner key={id} id={id} />
}

function OpenDesigner({ id }: { readonly id: string }) {
  const { client, session, notices } = useStores()
  const [store] = useState(() => new DesignerStore(id, {
    client,
    account: session.account?.id ?? session.username ?? '',
    openShelf: () => openDraftShelf(indexedDB),
    onDraftRefused: () => notices.post({ manner: 'warning', words: draftWords }),
  }))
  useEffect(() => {
    void store.open()
    return () => void store.close()
  }, [store])
  return <Designer store={store} />
}

const Designer = observer(function Designer({ store }: { readonly store: DesignerStore }) {
  usePageGuards(store)
  const { session, opening } = store
  if (opening.kind === 'failed') return <OpeningFailed opening={opening} onRetry={() => void store.open()} />
  if (!session) return <div className="designer" aria-busy="true"><ProgressLine active /></div>
  return (
    <DesignerContext value={{ store, session }}>
      <div className="designer">
        <TopBar />
        <aside className="designer-left">
          <Toolbox />
          <Outline />
        </aside>
        <Canvas />
        <Inspector />
        <Dialogs />
      </div>
    </DesignerContext>
  )
})

const draftWords = {
  en: 'This browser keeps no drafts: unsaved work is lost when the page closes',
  zh: '此浏览器无法保存草稿：关闭页面将丢失未保存的内容',
}

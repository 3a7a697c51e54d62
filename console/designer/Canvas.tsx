import { createEditor, type Stage } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage, useSay } from '../kit/useSay.ts'
import { StageHost } from '../stage/StageHost.tsx'
import { useTree } from '../stage/useTree.ts'
import { useStores } from '../stores/root.ts'
import { palettes } from '../styles/palette.ts'
import { useClipboard } from './actions/useClipboard.ts'
import { useContextMenu } from './actions/useContextMenu.ts'
import { useDesigner } from './context.ts'
import { freshName } from './freshName.ts'
import { droppedKey, isDraggingEntry } from './panels/dragging.ts'
import { entryOf, newcomerOf } from './panels/entries.ts'
import { addInstance, libraryIdOf, symbolOfKey } from './symbols/placing.ts'
import { useLibrary } from './symbols/useLibrary.ts'
import { keepAids, recallAids } from './view/memory.ts'
import { Minimap } from './view/Minimap.tsx'

/** The drawing on its desk: the stage with an editor on it, where types and symbols can be dropped. */
export const Canvas = observer(function Canvas() {
  const { session } = useDesigner()
  const { preferences } = useStores()
  const { t } = useTranslation('designer')
  const say = useSay()
  const language = useLanguage()
  const menu = useContextMenu()
  const { handleCopied, handlePasted } = useClipboard()
  const { put } = useLibrary()

  const handleStage = useCallback((stage: Stage) => {
    const editor = createEditor(stage, session.document, catalog, session.bus)
    editor.aids.set(recallAids())
    const forget = editor.aids.onChange(() => keepAids(editor.aids.state))
    const detach = session.attach(editor)
    return () => {
      forget()
      detach()
      editor.destroy()
    }
  }, [session])

  useTree(session.editor?.stage, session.document, undefined, session.editor?.selection)

  const handleDragOver = (event: DragEvent): void => {
    if (!isDraggingEntry(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }
  const handleDrop = (event: DragEvent<HTMLElement>): void => {
    const key = droppedKey(event.dataTransfer) ?? ''
    const entry = entryOf(key)
    const symbol = symbolOfKey(key, session.symbols)
    const kept = libraryIdOf(key)
    const { editor } = session
    if (!editor || !(entry ?? symbol ?? kept)) return
    event.preventDefault()
    const edge = event.currentTarget.getBoundingClientRect()
    const middle = editor.stage.camera.toWorld({ x: event.clientX - edge.left, y: event.clientY - edge.top })
    if (kept) void put(kept, middle)
    else if (symbol) addInstance(session, symbol, middle)
    else if (entry) session.add(newcomerOf(entry, language), freshName(session.document.components.values(), entry.variant ? null : entry.type.type, say(entry.words)), middle)
    editor.stage.canvas.focus()
  }

  return (
    <Dropdown trigger={['contextMenu']} menu={menu} autoFocus>
      <main className="designer-canvas" onDragOver={handleDragOver} onDrop={handleDrop} onCopy={handleCopied} onCut={handleCopied} onPaste={handlePasted}>
        <StageHost
          key={session.id} document={session.document} pan="space" onStage={handleStage}
          label={t('canvas.label', { name: session.name })} desk={desks[preferences.theme]}
        />
        <Minimap />
      </main>
    </Dropdown>
  )
})

/** Darker than the panels, so that the page stands out of it. */
const desks = { light: '#c9ced3', dark: palettes.dark.ground } as const

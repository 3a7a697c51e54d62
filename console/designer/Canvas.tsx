import { createEditor, type Stage } from '@mimic/engine'
import { catalog } from '@mimic/engine/catalog'
import { Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useCallback, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../kit/useSay.ts'
import { StageHost } from '../stage/StageHost.tsx'
import { useStores } from '../stores/root.ts'
import { palettes } from '../styles/palette.ts'
import { useContextMenu } from './useContextMenu.tsx'
import { useDesigner } from './context.ts'
import { freshName } from './freshName.ts'
import { droppedType, isDraggingType } from './panels/dragging.ts'

/** The drawing on its desk: the stage with an editor on it, where types can be dropped. */
export const Canvas = observer(function Canvas() {
  const { session } = useDesigner()
  const { preferences } = useStores()
  const { t } = useTranslation('designer')
  const say = useSay()
  const menu = useContextMenu()

  const handleStage = useCallback((stage: Stage) => {
    const editor = createEditor(stage, session.document, catalog, session.bus)
    const detach = session.attach(editor)
    return () => {
      detach()
      editor.destroy()
    }
  }, [session])

  const handleDragOver = (event: DragEvent): void => {
    if (!isDraggingType(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }
  const handleDrop = (event: DragEvent<HTMLElement>): void => {
    const type = catalog.get(droppedType(event.dataTransfer) ?? '')
    const { editor } = session
    if (!type || !editor) return
    event.preventDefault()
    const edge = event.currentTarget.getBoundingClientRect()
    const { x, y } = editor.stage.camera.toWorld({ x: event.clientX - edge.left, y: event.clientY - edge.top })
    const { width, height } = type.size
    const name = freshName(session.document.components.values(), type.type, say(type.words))
    session.run('add', { type: type.type, name, x: Math.round(x - width / 2), y: Math.round(y - height / 2) })
    editor.stage.canvas.focus()
  }

  return (
    <Dropdown trigger={['contextMenu']} menu={menu}>
      <main className="designer-canvas" onDragOver={handleDragOver} onDrop={handleDrop}>
        <StageHost
          document={session.document} pan="space" onStage={handleStage}
          label={t('canvas.label', { name: session.name })} desk={desks[preferences.theme]}
        />
      </main>
    </Dropdown>
  )
})

/** Darker than the panels, so that the page stands out of it. */
const desks = { light: '#c9ced3', dark: palettes.dark.ground } as const

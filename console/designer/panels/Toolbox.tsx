import { DragOutlined, SelectOutlined } from '@ant-design/icons'
import { type AnyComponentType, catalog } from '@mimic/engine/catalog'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import type { DragEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../kit/useSay.ts'
import { useDesigner } from '../context.ts'
import { freshName } from '../freshName.ts'
import { startDragging } from './dragging.ts'
import { typePicture } from './typePicture.ts'

const sections = ['basic', 'shape', 'plant'] as const

/** What can be put on the drawing: drag it there, or click it and then the place. */
export const Toolbox = observer(function Toolbox() {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const { tool } = session
  return (
    <section className="toolbox" aria-label={t('toolbox.label')}>
      <header className="panel-head">
        <h2>{t('toolbox.title')}</h2>
        <Tooltip title={t('toolbox.select')}>
          <Button
            size="small" type={tool === 'select' ? 'primary' : 'text'} aria-label={t('toolbox.select')} aria-pressed={tool === 'select'}
            icon={<SelectOutlined aria-hidden />} onClick={() => session.editor?.tools.use('select')}
          />
        </Tooltip>
        <Tooltip title={t('toolbox.pan')}>
          <Button
            size="small" type={tool === 'pan' ? 'primary' : 'text'} aria-label={t('toolbox.pan')} aria-pressed={tool === 'pan'}
            icon={<DragOutlined aria-hidden />} onClick={() => session.editor?.tools.use('pan')}
          />
        </Tooltip>
      </header>
      <div className="toolbox-sections">
        {sections.map((section) => (
          <div key={section}>
            <h3>{t(`toolbox.${section}`)}</h3>
            <div className="toolbox-tiles">
              {catalog.list.filter((type) => type.palette === section).map((type) => <Tile key={type.type} type={type} />)}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
})

const Tile = observer(function Tile({ type }: { readonly type: AnyComponentType }) {
  const { session } = useDesigner()
  const say = useSay()
  const isInHand = typeof session.tool === 'object' && session.tool.place === type.type

  const name = (): string => freshName(session.document.components.values(), type.type, say(type.words))
  const handleClick = (event: MouseEvent): void => {
    const { editor } = session
    if (!editor) return
    // A click without a pointer is Enter or space: there is no place to click next, so it goes to the middle of the view.
    if (event.detail > 0) return editor.tools.use(isInHand ? 'select' : { place: type.type, name })
    const { x, y, width, height } = editor.stage.camera.visible
    session.run('add', {
      type: type.type, name: name(), x: Math.round(x + (width - type.size.width) / 2), y: Math.round(y + (height - type.size.height) / 2),
    })
  }
  const handleDragStart = (event: DragEvent): void => startDragging(event.dataTransfer, type.type)

  return (
    <button type="button" className="tile" aria-pressed={isInHand} draggable onDragStart={handleDragStart} onClick={handleClick}>
      <img src={typePicture(type)} alt="" draggable={false} />
      <span>{say(type.words)}</span>
    </button>
  )
})

import {
  ArrowLeftOutlined, BorderOuterOutlined, ExportOutlined, ImportOutlined, MoreOutlined, PlayCircleOutlined, RedoOutlined,
  SaveOutlined, UndoOutlined, ZoomInOutlined, ZoomOutOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { routes } from '../../contract/routes.ts'
import { useStores } from '../stores/root.ts'
import { useDesigner } from './context.ts'
import { saveDrawing } from './saveDrawing.ts'
import { NameField } from './NameField.tsx'
import { listPath, runPath } from './paths.ts'
import { SaveStatus } from './SaveStatus.tsx'
import { itemOf } from './useContextMenu.tsx'
import { type EditAction, useEditActions } from './useEditActions.tsx'
import { useImport } from './useImport.tsx'

/** Way back, name, editing, view, running and saving. */
export const TopBar = observer(function TopBar() {
  const { t } = useTranslation('designer')
  return (
    <header className="designer-bar">
      <Tooltip title={t('bar.back')}>
        <Link to={listPath} aria-label={t('bar.back')}><Button type="text" icon={<ArrowLeftOutlined aria-hidden />} tabIndex={-1} /></Link>
      </Tooltip>
      <NameField />
      <SaveStatus />
      <EditTools />
      <span className="bar-gap" />
      <ZoomTools />
      <MoreMenu />
      <RunAndSave />
    </header>
  )
})

const EditTools = observer(function EditTools() {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const { duplicate, copy, paste, remove, front, forward, backward, back, lock } = useEditActions()
  return (
    <div className="bar-group" role="toolbar" aria-label={t('bar.edit')}>
      <Tool words={t('bar.undo')} icon={<UndoOutlined />} isOff={!session.canUndo} onRun={() => void session.run('undo', {})} />
      <Tool words={t('bar.redo')} icon={<RedoOutlined />} isOff={!session.canRedo} onRun={() => void session.run('redo', {})} />
      <i className="bar-line" />
      {[copy, paste, duplicate, remove].map((action) => <ActionTool key={action.key} action={action} />)}
      <i className="bar-line" />
      {[front, back, lock].map((action) => <ActionTool key={action.key} action={action} />)}
      <Dropdown trigger={['click']} menu={{ className: 'designer-menu', items: [front, forward, backward, back].map(itemOf) }}>
        <Button type="text" className="bar-order">{t('bar.order')}</Button>
      </Dropdown>
    </div>
  )
})

const zoomStep = 1.25

const ZoomTools = observer(function ZoomTools() {
  const { session } = useDesigner()
  const { t } = useTranslation('designer')
  const camera = session.editor?.stage.camera
  const percent = Math.round(session.scale * 100)
  return (
    <div className="bar-group" role="toolbar" aria-label={t('bar.view')}>
      <Tool words={t('bar.zoomOut')} icon={<ZoomOutOutlined />} isOff={!camera} onRun={() => camera?.zoomTo(camera.scale / zoomStep)} />
      <Tooltip title={t('bar.zoomFull')}>
        <Button type="text" className="bar-zoom" aria-label={t('bar.zoomNow', { percent })} onClick={() => camera?.zoomTo(1)}>{t('bar.percent', { percent })}</Button>
      </Tooltip>
      <Tool words={t('bar.zoomIn')} icon={<ZoomInOutlined />} isOff={!camera} onRun={() => camera?.zoomTo(camera.scale * zoomStep)} />
      <Tool words={t('bar.fit')} icon={<BorderOuterOutlined />} isOff={!camera} onRun={() => camera?.fit()} />
    </div>
  )
})

const MoreMenu = observer(function MoreMenu() {
  const { store, session } = useDesigner()
  const { t } = useTranslation('designer')
  const picker = useRef<HTMLInputElement>(null)
  const importFile = useImport()
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'import', icon: <ImportOutlined />, label: t('bar.import'), onClick: () => picker.current?.click() },
            { key: 'export', icon: <ExportOutlined />, label: t('bar.export'), onClick: () => saveDrawing(session.name, store.text()) },
          ],
        }}
      >
        <Button type="text" aria-label={t('bar.more')} icon={<MoreOutlined aria-hidden />} />
      </Dropdown>
      <input
        ref={picker} type="file" accept=".json,application/json" hidden aria-label={t('bar.import')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void importFile(file)
        }}
      />
    </>
  )
})

const RunAndSave = observer(function RunAndSave() {
  const { store } = useDesigner()
  const { session: account } = useStores()
  const { t } = useTranslation('designer')
  const maySave = account.may(routes['drawing.save'].policy, store.project)

  const handleRun = async (): Promise<void> => {
    // Opened within the click, or a browser takes it for an unasked window; it is sent on once the save is through.
    const page = window.open('about:blank', '_blank')
    const isSaved = store.state === 'saved' || !maySave || (await store.save())
    if (isSaved && page) page.location.href = runPath(store.id)
    else page?.close()
  }

  return (
    <div className="bar-group">
      <Button icon={<PlayCircleOutlined aria-hidden />} onClick={() => void handleRun()}>{t('bar.run')}</Button>
      <Tooltip title={maySave ? t('bar.saveKeys') : t('bar.noSave')}>
        <Button
          type="primary" icon={<SaveOutlined aria-hidden />} loading={store.isSaving} disabled={!maySave || store.state === 'saved'}
          onClick={() => void store.save()}
        >
          {t('bar.save')}
        </Button>
      </Tooltip>
    </div>
  )
})

function ActionTool({ action }: { readonly action: EditAction }) {
  const words = action.keys ? `${action.words} (${action.keys})` : action.words
  return <Tool words={words} label={action.words} icon={action.icon} isOff={action.isOff} onRun={action.run} />
}

interface ToolProps {
  readonly words: string
  readonly label?: string
  readonly icon: ReactNode
  readonly isOff: boolean
  readonly onRun: () => void
}

function Tool({ words, label = words, icon, isOff, onRun }: ToolProps) {
  return (
    <Tooltip title={words} mouseEnterDelay={0.4}>
      <Button type="text" aria-label={label} icon={icon} disabled={isOff} onClick={onRun} />
    </Tooltip>
  )
}

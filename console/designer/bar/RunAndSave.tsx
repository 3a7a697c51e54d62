import { PlayCircleOutlined, SaveOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { makeId } from '@mimic/engine/document'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routes } from '../../../contract/routes.ts'
import { useStores } from '../../stores/root.ts'
import { pageKeys, formatKeys } from '../actions/keys.ts'
import { useDesigner } from '../context.ts'
import { previewPath, runPath } from '../../kit/drawing/drawingPaths.ts'
import { offerUnsaved } from '../../kit/form/unsavedPreview.ts'

/** Buttons to run the drawing, with or without unsaved changes, and to save it. */
export const RunAndSave = observer(function RunAndSave() {
  const { store, dialogState } = useDesigner()
  const { session: account } = useStores()
  const { t } = useTranslation('designer')
  const maySave = account.may(routes['drawing.save'].policy, store.project)
  const isInSymbol = dialogState.editing !== null

  // Id of this page, from which a preview requests the unsaved drawing.
  const [page] = useState(makeId)
  useEffect(() => offerUnsaved(page, () => ({ text: store.text(), project: store.project })), [page, store])
  const handleRun = (): void =>
    void window.open(store.isDirty ? previewPath(store.id, page) : runPath(store.id), '_blank')
  const hint = maySave ? t('bar.saveKeys', { keys: formatKeys(pageKeys.save.keys[0]) }) : t('bar.noSave')

  return (
    <div className="bar-group">
      <Tooltip title={isInSymbol ? t('symbol.finishFirst') : store.isDirty ? t('bar.runUnsaved') : ''}>
        <Button icon={<PlayCircleOutlined aria-hidden />} disabled={isInSymbol} onClick={handleRun}>
          {t('bar.run')}
        </Button>
      </Tooltip>
      <Tooltip title={isInSymbol ? t('symbol.finishFirst') : hint}>
        <Button
          type="primary"
          icon={<SaveOutlined aria-hidden />}
          loading={store.isSaving}
          disabled={!maySave || isInSymbol || store.state === 'saved'}
          onClick={() => void store.save()}
        >
          {t('bar.save')}
        </Button>
      </Tooltip>
    </div>
  )
})

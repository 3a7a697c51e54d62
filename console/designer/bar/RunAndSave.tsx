import { PlayCircleOutlined, SaveOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { routes } from '../../../contract/routes.ts'
import { useStores } from '../../stores/root.ts'
import { pageKeys, writtenKeys } from '../actions/keys.ts'
import { useDesigner } from '../context.ts'
import { runPath } from '../../kit/drawingPaths.ts'

/** The two that leave the desk: running what was saved, and saving. */
export const RunAndSave = observer(function RunAndSave() {
  const { store, desk } = useDesigner()
  const { session: account } = useStores()
  const { t } = useTranslation('designer')
  const maySave = account.may(routes['drawing.save'].policy, store.project)
  const isInSymbol = desk.editing !== null

  const handleRun = async (): Promise<void> => {
    // Opened within the click, or a browser takes it for an unasked window; it is sent on once the save is through.
    const page = window.open('about:blank', '_blank')
    const isSaved = store.state === 'saved' || !maySave || (await store.save())
    if (isSaved && page) page.location.href = runPath(store.id)
    else page?.close()
  }
  const hint = maySave ? t('bar.saveKeys', { keys: writtenKeys(pageKeys.save.keys[0]) }) : t('bar.noSave')

  return (
    <div className="bar-group">
      <Tooltip title={isInSymbol ? t('symbol.finishFirst') : ''}>
        <Button icon={<PlayCircleOutlined aria-hidden />} disabled={isInSymbol} onClick={() => void handleRun()}>{t('bar.run')}</Button>
      </Tooltip>
      <Tooltip title={isInSymbol ? t('symbol.finishFirst') : hint}>
        <Button
          type="primary" icon={<SaveOutlined aria-hidden />} loading={store.isSaving} disabled={!maySave || isInSymbol || store.state === 'saved'}
          onClick={() => void store.save()}
        >
          {t('bar.save')}
        </Button>
      </Tooltip>
    </div>
  )
})

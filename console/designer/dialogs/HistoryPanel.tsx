import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { HistoryDrawer } from '../../revisions/HistoryDrawer.tsx'
import { useDesigner } from '../context.ts'
import { saveDrawing } from '../saveDrawing.ts'

/**
 * History of the open drawing. Restoring a revision replaces the drawing; unsaved work is downloaded as a file first.
 */
export const HistoryPanel = observer(function HistoryPanel() {
  const { store, drawing, dialogState } = useDesigner()
  const { t } = useTranslation(['revisions', 'designer'])

  const handleRestore = async (revision: number): Promise<boolean> => {
    const unsaved = store.isDirty ? store.text() : null
    const fileName = t('designer:conflict.fileName', { name: drawing.name, revision: store.revision })
    return await store.restoreRevision(revision, () => {
      if (unsaved !== null) saveDrawing(fileName, unsaved)
    })
  }

  return (
    <HistoryDrawer
      drawing={{ id: store.id, name: drawing.name, project: store.project }}
      warning={store.isDirty ? t('restore.unsaved') : undefined}
      onRestore={(_, revision) => handleRestore(revision)}
      onClose={() => dialogState.close()}
    />
  )
})

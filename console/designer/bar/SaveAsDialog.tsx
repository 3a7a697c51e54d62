import { Input, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../../contract/limits.ts'
import { designPath } from '../../kit/drawing/drawingPaths.ts'
import { useLanguage } from '../../kit/text/useLocalized.ts'
import { copyName } from '../../stores/entities/copyName.ts'
import { useDesigner } from '../context.ts'

/** Saves the current state as a new drawing and opens it. The original remains as last saved. */
export const SaveAsDialog = observer(function SaveAsDialog({ onClose }: { readonly onClose: () => void }) {
  const { store, drawing } = useDesigner()
  const { t } = useTranslation('designer')
  const language = useLanguage()
  const navigate = useNavigate()
  const [name, setName] = useState(() => copyName(drawing.name, [], language))

  const handleSave = async (): Promise<void> => {
    if (!name.trim() || store.isSaving) return
    const copy = await store.saveAsCopy(name.trim())
    if (!copy) return
    onClose()
    void navigate(designPath(copy.id))
  }

  return (
    <Modal
      open
      title={t('saveAs.title')}
      okText={t('saveAs.go')}
      okButtonProps={{ disabled: !name.trim() }}
      confirmLoading={store.isSaving}
      onOk={() => void handleSave()}
      onCancel={onClose}
    >
      <p>{t('saveAs.text')}</p>
      <Input
        autoFocus
        aria-label={t('saveAs.name')}
        value={name}
        maxLength={limits.drawing.nameLength}
        onFocus={({ target }) => target.select()}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void handleSave()}
      />
    </Modal>
  )
})

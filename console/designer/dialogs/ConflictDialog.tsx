import { Button, Checkbox, Input, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../../contract/limits.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useStores } from '../../stores/root.ts'
import { useDesigner } from '../context.ts'
import { saveDrawing } from '../saveDrawing.ts'
import { designPath } from '../../kit/drawing/drawingPaths.ts'
import type { Conflict } from '../session/designerStore.ts'

/** Resolves a save conflict. No option discards either version without confirmation. */
export const ConflictDialog = observer(function ConflictDialog() {
  const { store } = useDesigner()
  return store.conflict && <Choices conflict={store.conflict} />
})

const Choices = observer(function Choices({ conflict }: { readonly conflict: Conflict }) {
  const { store, session } = useDesigner()
  const { notices } = useStores()
  const { t } = useTranslation('designer')
  const navigate = useNavigate()
  const [copyName, setCopyName] = useState(t('conflict.copyName', { name: session.name }))
  const [isSure, setIsSure] = useState(false)
  const { revision, updatedBy, updatedAt } = conflict

  const handleTheirs = (): void => {
    saveDrawing(t('conflict.fileName', { name: session.name, revision: store.revision }), store.text())
    void store.loadServerVersion()
  }
  const handleCopy = async (): Promise<void> => {
    const name = copyName.trim()
    const copy = await store.saveAsCopy(name)
    if (copy?.hasAll) void navigate(designPath(copy.id))
    else if (copy) notices.post({ manner: 'success', words: copiedText(name) })
  }

  return (
    <Modal
      open
      centered
      width={560}
      title={t('conflict.title')}
      onCancel={() => store.clearConflict()}
      mask={{ closable: false }}
      footer={<Button onClick={() => store.clearConflict()}>{t('conflict.later')}</Button>}
    >
      <p>{t('conflict.text', { who: updatedBy, time: formatTime(updatedAt), revision, mine: store.revision })}</p>
      <div className="choice">
        <div>
          <h4>{t('conflict.copy')}</h4>
          <p>{t('conflict.copyText')}</p>
        </div>
        <Input
          aria-label={t('conflict.copyLabel')}
          value={copyName}
          maxLength={limits.drawing.nameLength}
          onChange={(event) => setCopyName(event.target.value)}
        />
        <Button type="primary" disabled={!copyName.trim()} loading={store.isSaving} onClick={() => void handleCopy()}>
          {t('conflict.copyDo')}
        </Button>
      </div>
      <div className="choice">
        <div>
          <h4>{t('conflict.theirs')}</h4>
          <p>{t('conflict.theirsText')}</p>
        </div>
        <Button onClick={handleTheirs}>{t('conflict.theirsDo')}</Button>
      </div>
      <div className="choice">
        <div>
          <h4>{t('conflict.over')}</h4>
          <p>{t('conflict.overText', { revision, who: updatedBy })}</p>
        </div>
        <Checkbox checked={isSure} onChange={(event) => setIsSure(event.target.checked)}>
          {t('conflict.overSure', { revision })}
        </Checkbox>
        <Button danger disabled={!isSure} loading={store.isSaving} onClick={() => void store.save(revision)}>
          {t('conflict.overDo')}
        </Button>
      </div>
    </Modal>
  )
})

const copiedText = (name: string) => ({
  en: `Saved as "${name}". What was edited since is not in it and is still unsaved here`,
  zh: `已另存为“${name}”。此后的修改不在副本中，仍未保存`,
})

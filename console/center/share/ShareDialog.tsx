import { App, Button, Modal, Skeleton } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawingSummary } from '../../../contract/routes.ts'
import { useConfirmClose } from '../../crud/form/useConfirmLeave.ts'
import { EmptyPanel } from '../../kit/page/EmptyPanel.tsx'
import { DirtyPartsContext } from '../../kit/form/unsavedChanges.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { useStores } from '../../stores/root.ts'
import { ShareStore } from '../../stores/drawings/shares.ts'
import { ShareForm } from './ShareForm.tsx'
import { ShareRow } from './ShareRow.tsx'
import './share.css'

interface ShareDialogProps {
  readonly drawing: DrawingSummary
  readonly onClose: () => void
}

/** Share links of a drawing for people without an account: lists them and creates new ones. */
export const ShareDialog = observer(function ShareDialog({ drawing, onClose }: ShareDialogProps) {
  const { client } = useStores()
  const { t } = useTranslation('share')
  const { message } = App.useApp()
  const localize = useLocalized()
  const [links] = useState(() => new ShareStore(client, drawing.id))
  useEffect(() => {
    links.load()
    return () => links.clear()
  }, [links])
  const { rows, loading, failure } = links
  const { confirmLeave, parts } = useConfirmClose()

  return (
    <Modal
      title={t('dialog.title', { name: drawing.name })}
      open
      width={760}
      footer={null}
      onCancel={() => confirmLeave(onClose)}
    >
      <DirtyPartsContext value={parts}>
        <div className="modal-form share-dialog">
          <p className="share-lead">{t('dialog.lead')}</p>
          <section aria-label={t('dialog.new')}>
            <h3>{t('dialog.new')}</h3>
            <ShareForm
              store={links}
              submitText={t('dialog.make')}
              onSend={async (settings) => {
                await links.create(settings)
                void message.success(t('dialog.madeNow'))
              }}
            />
          </section>
          <section aria-label={t('dialog.links')}>
            <h3>{t('dialog.links')}</h3>
            {loading === 'first' && (
              <div role="status" aria-label={t('dialog.loading')}>
                <Skeleton active title={false} paragraph={{ rows: 2, width: '100%' }} />
              </div>
            )}
            {failure && loading === null && (
              <EmptyPanel tone="failed" title={t('dialog.failed')} text={localize(failure.words)}>
                <Button onClick={() => void links.reload()}>{t('dialog.again')}</Button>
              </EmptyPanel>
            )}
            {!failure && loading === null && rows.length === 0 && <p className="share-none">{t('dialog.none')}</p>}
            {rows.length > 0 && (
              <ul>
                {rows.map((link) => (
                  <ShareRow key={link.id} store={links} link={link} />
                ))}
              </ul>
            )}
          </section>
        </div>
      </DirtyPartsContext>
    </Modal>
  )
})

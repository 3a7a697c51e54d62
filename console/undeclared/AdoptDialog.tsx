import { Alert, Form, Input, Modal } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntity } from '../../contract/entities.ts'
import { device as deviceEntity } from '../../contract/platform/device.ts'
import type { UndeclaredDevice } from '../../contract/routes.ts'
import { RefEditor } from '../fields/RefEditor.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useStores } from '../stores/root.ts'

interface AdoptDialogProps {
  readonly device: UndeclaredDevice
  readonly onClose: () => void
  readonly onAdopted: () => void
}

const { name: nameField, serial: serialField, product: productField } = deviceEntity.fields

/** Creates a device row for an undeclared device, which keeps its tags and history. */
export const AdoptDialog = observer(function AdoptDialog({
  device: { project, device },
  onClose,
  onAdopted,
}: AdoptDialogProps) {
  const { entities, projects } = useStores()
  const { t } = useTranslation('undeclared')
  const localize = useLocalized()
  const [name, setName] = useState(device)
  const [serial, setSerial] = useState(device)
  const [product, setProduct] = useState<string | null>(null)
  const [wasSent, setSent] = useState(false)
  const { failure, isBusy, submit } = useSubmit()
  const isComplete = name.trim() !== '' && serial.trim() !== '' && product !== null

  const handleOk = (): void => {
    setSent(true)
    if (!isComplete) return
    void submit(async () => {
      await entities
        .of(getEntity('device'))
        .client.create(
          { name: name.trim(), serial: serial.trim(), product, plantDevice: device },
          { project },
          { quiet: true },
        )
      onAdopted()
    })
  }
  const fault = (isBad: boolean, text: string) =>
    wasSent && isBad ? { validateStatus: 'error' as const, help: text } : {}
  return (
    <Modal
      open
      width={520}
      title={t('adopt.title', { device })}
      mask={{ closable: false }}
      okText={t('adopt.make')}
      cancelText={t('adopt.cancel')}
      confirmLoading={isBusy}
      onOk={handleOk}
      onCancel={onClose}
    >
      <Form layout="vertical" className="modal-form">
        {failure && <Alert className="form-alert" type="error" showIcon role="alert" title={localize(failure.words)} />}
        <p className="undeclared-lead">{t('adopt.lead', { project: projects.name(project) })}</p>
        <Form.Item
          label={localize(nameField.words)}
          htmlFor="adopt-name"
          required
          {...fault(name.trim() === '', t('adopt.nameEmpty'))}
        >
          <Input
            id="adopt-name"
            value={name}
            maxLength={nameField.maxLength}
            autoComplete="off"
            autoFocus
            onChange={(event) => setName(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={localize(serialField.words)}
          htmlFor="adopt-serial"
          required
          {...fault(serial.trim() === '', t('adopt.serialEmpty'))}
        >
          <Input
            id="adopt-serial"
            value={serial}
            maxLength={serialField.maxLength}
            autoComplete="off"
            onChange={(event) => setSerial(event.target.value)}
          />
        </Form.Item>
        <Form.Item
          label={localize(productField.words)}
          htmlFor="adopt-product"
          required
          {...fault(product === null, t('adopt.productEmpty'))}
        >
          <RefEditor
            id="adopt-product"
            field={productField}
            label={localize(productField.words)}
            value={product}
            project={project}
            onChange={(value) => setProduct(typeof value === 'string' ? value : null)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
})

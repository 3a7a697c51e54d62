import { Button, Checkbox, Form, Input, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntity } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import type { Mapping } from '../../contract/mapping/index.ts'
import type { IssuedCredential } from '../../contract/routes.ts'
import { product as productEntity } from '../../contract/platform/device.ts'
import { FormFailure } from '../kit/form/FormFailure.tsx'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useStores } from '../stores/root.ts'
import type { CreatedRows } from './createConnection.ts'
import { createConnection } from './createConnection.ts'
import { createDeviceName, createSerial } from './mappingDraft.ts'

interface CreatePanelProps {
  /** Credential with which the device is connected already; the new device gets its name. */
  readonly issued: IssuedCredential | null
  /** Suggested name and code of the product. */
  readonly suggestedName: string
  readonly suggestedCode: string
  readonly protocol: 'mapping' | 'sparkplug'
  readonly mapping: Mapping | null
  /** Keys of devices in the received messages. */
  readonly deviceKeys: readonly string[]
  readonly deviceKey: string | null
  readonly onDeviceKey: (key: string) => void
  /** Mappings of existing products. */
  readonly mappings: readonly Row[]
  readonly product: string | null
  readonly onProduct: (product: string | null) => void
  /** Why the mapping cannot be stored; null if it can. */
  readonly fault: string | null
  readonly onCreated: (device: CreatedDevice) => void
}

/** The new device, with its credential if one was created. */
export interface CreatedDevice {
  readonly name: string
  readonly credential: IssuedCredential | null
}

interface FormValues {
  readonly project: string
  readonly productName: string
  readonly productCode: string
  readonly category: string
  readonly deviceName: string
  readonly serial: string
  readonly plantDevice: string
  readonly hasCredential: boolean
}

const newProduct = ''
const { name: productName, code, category } = productEntity.fields

/** Creates product, mapping and device in one step. */
export const CreatePanel = observer(function CreatePanel(props: CreatePanelProps) {
  const { deviceKeys, deviceKey, onDeviceKey, mappings, product, onProduct, fault } = props
  const { client, entities, projects, session } = useStores()
  const { t } = useTranslation('onboarding')
  const localize = useLocalized()
  const [form] = Form.useForm<FormValues>()
  const [created] = useState<CreatedRows>({})
  const [typed, setTyped] = useState('')
  const [suggested, setSuggested] = useState<Partial<FormValues>>({})
  const { failure, isBusy, submit } = useSubmit()
  const mayCreate = session.mayDo('platform:device:add')
  const mayIssue = props.issued === null && session.mayDo('platform:deviceCredential:add')
  const required = { required: true, whitespace: true, message: t('create.required') }

  /** Fills the names of a device that the user has not changed. */
  const handleKey = (key: string): void => {
    onDeviceKey(key)
    const next = { deviceName: key, serial: createSerial(key), plantDevice: createDeviceName(key) }
    for (const name of ['deviceName', 'serial', 'plantDevice'] as const) {
      const value: unknown = form.getFieldValue(name)
      if (value === undefined || value === '' || value === suggested[name]) form.setFieldValue(name, next[name])
    }
    setSuggested(next)
  }
  const handleFinish = (values: FormValues): void => {
    if (deviceKey === null) return
    void submit(async () => {
      await createConnection(
        (entity) => entities.of(entity).client,
        {
          ...values,
          owner: session.account?.role === 'super' ? null : values.project,
          product,
          protocol: props.protocol,
          mapping: props.mapping,
          messageKey: deviceKey,
        },
        created,
      )
      const body = { project: values.project, devices: [values.plantDevice] }
      const issued =
        mayIssue && values.hasCredential ? await client.call('credential.create', { body }, { quiet: true }) : null
      props.onCreated({ name: values.deviceName, credential: issued?.credentials[0] ?? null })
    })
  }

  return (
    <section className="onboarding-panel" aria-label={t('create.title')}>
      <h2>{t('create.title')}</h2>
      <Form<FormValues>
        form={form}
        layout="vertical"
        className="onboarding-form"
        onFinish={handleFinish}
        initialValues={{
          project: props.issued?.project ?? projects.list[0]?.id,
          plantDevice: props.issued?.device,
          productName: props.suggestedName,
          productCode: props.suggestedCode,
          category: 'sensor',
          hasCredential: true,
        }}
      >
        <FormFailure failure={failure} />
        <Form.Item label={t('create.deviceKey')} required help={t('create.deviceKeyHelp')}>
          <Select<string>
            showSearch
            value={deviceKey}
            aria-label={t('create.deviceKey')}
            placeholder={t('create.deviceKeyNone')}
            options={[...new Set([...deviceKeys, ...(typed === '' ? [] : [typed])])].map((key) => ({
              value: key,
              label: key,
            }))}
            onChange={handleKey}
            onSearch={setTyped}
          />
        </Form.Item>
        <Form.Item label={t('create.product')} required>
          <Select<string>
            value={product ?? newProduct}
            aria-label={t('create.product')}
            options={[
              { value: newProduct, label: t('create.newProduct') },
              ...mappings.map((row) => ({
                value: getText(row, 'product'),
                label: row.titles[getText(row, 'product')] ?? getText(row, 'name'),
              })),
            ]}
            onChange={(value) => onProduct(value === newProduct ? null : value)}
          />
        </Form.Item>
        {product === null && (
          <>
            <Form.Item name="productName" label={t('create.productName')} rules={[required]}>
              <Input maxLength={productName.maxLength} />
            </Form.Item>
            <Form.Item name="productCode" label={t('create.productCode')} rules={[required]}>
              <Input maxLength={code.maxLength} />
            </Form.Item>
            <Form.Item name="category" label={localize(category.words)}>
              <Select options={category.options.map(({ value, words }) => ({ value, label: localize(words) }))} />
            </Form.Item>
          </>
        )}
        <Form.Item name="project" label={t('create.project')} rules={[required]}>
          <Select options={projects.list.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
        <Form.Item name="deviceName" label={t('create.deviceName')} rules={[required]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="serial" label={t('create.serial')} rules={[required]}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="plantDevice" label={t('create.plantDevice')} rules={[required]}>
          <Input maxLength={63} />
        </Form.Item>
        {mayIssue && (
          <Form.Item name="hasCredential" valuePropName="checked" help={t('create.credentialHelp')}>
            <Checkbox>{t('create.credential')}</Checkbox>
          </Form.Item>
        )}
        {fault !== null && (
          <p className="onboarding-fault" role="alert">
            {fault}
          </p>
        )}
        <Button
          type="primary"
          htmlType="submit"
          loading={isBusy}
          disabled={!mayCreate || deviceKey === null || fault !== null}
        >
          {t('create.go')}
        </Button>
      </Form>
    </section>
  )
})

function getText(row: Row, field: string): string {
  const value = row[field]
  return typeof value === 'string' ? value : ''
}

/** Mappings of existing products, for devices of the same kind. */
export const mappingEntity = getEntity('mapping')

import { Form, Input, InputNumber, Select, Space, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { DrawingSummary } from '../../contract/routes.ts'
import type { DrawingFacts } from '../stores/drawings/drawingList.ts'
import { CoverField } from './CoverField.tsx'
import { FloorField } from './FloorField.tsx'

interface DrawingFieldsProps {
  /** The existing drawing; undefined for a new one. */
  readonly drawing?: DrawingSummary
  /** The project field: a select for a new drawing, plain text for an existing one. */
  readonly children: ReactNode
}

const resolutions = [
  [1600, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
  [1280, 1024],
] as const
const pixels = { min: 1, max: 100_000, precision: 0, style: { width: '32%' } } as const

/**
 * Form fields of a drawing: name, description, resolution, floor, cover, visibility. Use it inside a form of
 * `DrawingFacts`.
 */
export function DrawingFields({ drawing, children }: DrawingFieldsProps) {
  const form = Form.useFormInstance<DrawingFacts>()
  const { t } = useTranslation('center')
  const within: unknown = Form.useWatch('project', form)
  const project = drawing?.project ?? (typeof within === 'string' ? within : undefined)
  return (
    <>
      <Form.Item
        name="name"
        label={t('create.name')}
        rules={[{ required: true, whitespace: true, message: t('create.enterName') }]}
      >
        <Input maxLength={limits.drawing.nameLength} autoFocus onPressEnter={() => form.submit()} />
      </Form.Item>
      {children}
      <Form.Item className="form-wide" name="description" label={t('form.description')}>
        <Input.TextArea maxLength={limits.drawing.descriptionLength} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <Form.Item label={t('create.resolution')} required>
        <Space.Compact block>
          <Form.Item name="width" noStyle rules={[{ required: true, message: t('create.enterWidth') }]}>
            <InputNumber aria-label={t('create.width')} {...pixels} suffix={t('create.pixels')} />
          </Form.Item>
          <Form.Item name="height" noStyle rules={[{ required: true, message: t('create.enterHeight') }]}>
            <InputNumber aria-label={t('create.height')} {...pixels} suffix={t('create.pixels')} />
          </Form.Item>
          <Select
            aria-label={t('create.usual')}
            placeholder={t('create.usual')}
            value={null}
            style={{ flex: 1 }}
            options={resolutions.map(([width, height]) => ({
              value: `${width}x${height}`,
              label: t('size', { width, height }),
            }))}
            onChange={(chosen: string | null) => {
              const [width, height] = (chosen ?? '').split('x').map(Number)
              if (width && height) form.setFieldsValue({ width, height })
            }}
          />
        </Space.Compact>
      </Form.Item>
      <Form.Item name="floor" label={t('form.floor')}>
        <FloorField project={project} placeholder={t('form.noFloor')} />
      </Form.Item>
      <Form.Item name="cover" label={t('form.cover')}>
        <CoverField drawing={drawing} />
      </Form.Item>
      <Form.Item name="isPublic" label={t('form.public')} valuePropName="checked" extra={t('form.publicHint')}>
        <Switch />
      </Form.Item>
    </>
  )
}

import { parse, createFieldSchema, type TextField } from '@mimic/engine/schema'
import { Button, Input } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { getEntityRoutes } from '../../../../contract/entity/routes.ts'
import { gallery } from '../../../../contract/scada/gallery.ts'
import { useStores } from '../../../stores/root.ts'
import { GalleryDialog } from '../../dialogs/GalleryDialog.tsx'
import { ModelButtons } from './ModelButtons.tsx'
import type { FieldEditorProps } from '../parts/fieldEditorProps.ts'
import { readPicture } from './pictureFile.ts'

interface FormattedTextProps extends FieldEditorProps {
  readonly field: TextField
}

/**
 * Editor of a text with a format: URL, picture, JSON, tags or one line. Shows errors while typing, and writes valid
 * text when the field is left.
 */
export function FormattedText({ id, label, field, value, isOff, onChange }: FormattedTextProps) {
  const { t } = useTranslation('designer')
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (typeof value === 'string' ? value : '')
  const isWrong = typed !== null && parse(createFieldSchema(field), typed).problems !== undefined
  const apply = (): void => {
    if (typed !== null && !isWrong && typed !== value) onChange(typed)
    if (!isWrong) setTyped(null)
  }
  const common = {
    id,
    'aria-label': label,
    'aria-invalid': isWrong,
    size: 'small',
    disabled: isOff ?? false,
    maxLength: field.maxLength,
    status: isWrong ? ('error' as const) : ('' as const),
    placeholder:
      value === undefined ? t('inspector.mixed') : field.format === 'line' ? '' : t(`format.${field.format}`),
    onBlur: apply,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setTyped(null)
    },
  } as const
  return (
    <>
      {field.format === 'json' || field.format === 'tags' || field.format === 'markers' ? (
        <Input.TextArea
          {...common}
          className={field.format === 'markers' ? undefined : 'code'}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={shown}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : (
        <Input
          {...common}
          value={isData(shown) ? t('format.held', { kilobytes: Math.ceil(shown.length / 1365) }) : shown}
          readOnly={isData(shown)}
          allowClear={isData(shown)}
          onChange={(event) => {
            if (isData(shown)) onChange('')
            else setTyped(event.target.value)
          }}
          onPressEnter={apply}
        />
      )}
      {isWrong && (
        <div className="field-fault" role="alert">
          {t(`formatFault.${field.format}`)}
        </div>
      )}
      {field.format === 'model' && (
        <ModelButtons url={typeof value === 'string' ? value : ''} isOff={isOff ?? false} onModel={onChange} />
      )}
      {field.format === 'picture' && (
        <PictureButtons isOff={isOff ?? false} most={field.maxLength} onPicture={onChange} />
      )}
    </>
  )
}

/** Buttons to upload a picture or to select one of the gallery. */
function PictureButtons({
  isOff,
  most: maxBytes,
  onPicture,
}: {
  readonly isOff: boolean
  readonly most: number
  readonly onPicture: (picture: string) => void
}) {
  const { t } = useTranslation('designer')
  const picker = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState('')
  const [isChoosing, setChoosing] = useState(false)
  const { session } = useStores()
  const take = async (file: File): Promise<void> => {
    const picture = await readPicture(file, maxBytes)
    setFault(picture === undefined ? t('picture.refused', { kilobytes: Math.floor(maxBytes / 1365) }) : '')
    if (picture !== undefined) onPicture(picture)
  }
  return (
    <>
      <div className="picture-buttons">
        <Button size="small" disabled={isOff} onClick={() => picker.current?.click()}>
          {t('picture.choose')}
        </Button>
        {galleryPolicy && session.mayCall(galleryPolicy) && (
          <Button size="small" disabled={isOff} onClick={() => setChoosing(true)}>
            {t('gallery.choose')}
          </Button>
        )}
      </div>
      {isChoosing && <GalleryDialog maxBytes={maxBytes} onPicture={onPicture} onClose={() => setChoosing(false)} />}
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
        hidden
        aria-label={t('picture.choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void take(file)
        }}
      />
      {fault !== '' && (
        <div className="field-fault" role="alert">
          {fault}
        </div>
      )}
    </>
  )
}

const galleryPolicy = getEntityRoutes(gallery)['list']?.policy

const isData = (text: string): boolean => text.startsWith('data:')

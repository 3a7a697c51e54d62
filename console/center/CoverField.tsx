import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../contract/limits.ts'
import type { DrawingSummary } from '../../contract/routes.ts'
import { scaledPicture } from '../kit/drawing/scaledPicture.ts'
import { Picture } from './Picture.tsx'

interface CoverFieldProps {
  /** `undefined` keeps the current cover, `null` removes it; otherwise a data URL. */
  readonly value?: string | null | undefined
  readonly onChange?: (cover: string | null) => void
  /** The existing drawing; undefined for a new one. */
  readonly drawing?: DrawingSummary | undefined
}

/** Selects an image file as the cover and scales it in the browser. Without a cover the drawing's thumbnail is used. */
export const CoverField = observer(function CoverField({ value, onChange, drawing }: CoverFieldProps) {
  const { t } = useTranslation('center')
  const chooser = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [isRefused, setRefused] = useState(false)
  const has = value === undefined ? (drawing?.cover ?? null) !== null : value !== null

  async function handleFile(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    const cover = await scaledPicture(file, limits.drawing.coverLength)
    setRefused(cover === undefined)
    if (cover !== undefined) onChange?.(cover)
  }

  return (
    <div className="cover-field">
      <span className="cover-picture">
        {value ? (
          <img src={value} alt="" />
        ) : (
          drawing && <Picture drawing={has ? drawing : { ...drawing, cover: null }} />
        )}
      </span>
      <div>
        <Button size="small" aria-describedby={hint} onClick={() => chooser.current?.click()}>
          {t('form.chooseCover')}
        </Button>
        {has && (
          <Button size="small" type="text" onClick={() => onChange?.(null)}>
            {t('form.noCover')}
          </Button>
        )}
        <p id={hint} role={isRefused ? 'alert' : undefined} data-refused={isRefused}>
          {t(isRefused ? 'form.coverRefused' : has ? 'form.coverHint' : 'form.coverNone')}
        </p>
      </div>
      <input
        ref={chooser}
        type="file"
        className="cover-file"
        accept="image/*"
        aria-label={t('form.chooseCover')}
        onChange={(event) => void handleFile(event)}
      />
    </div>
  )
})

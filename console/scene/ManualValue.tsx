import { Button, Input, InputNumber } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SceneValue } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

/** Enters the value of a variable; shows the author of the last entry. */
export function ManualValue({ one, onEntered }: { readonly one: SceneValue; readonly onEntered: () => void }) {
  const { client } = useStores()
  const { t } = useTranslation('scene')
  const [typed, setTyped] = useState<number | string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [isUnderway, setUnderway] = useState(false)
  const label = t('variable.newValue', { name: one.name })
  const isMissing = typed === null || typed === ''

  const enter = async (): Promise<void> => {
    if (typed === null) return
    setUnderway(true)
    try {
      await client.call('variable.enter', { params: { id: one.id }, body: { value: typed } })
      setOpen(false)
      onEntered()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the failure has been shown
    } finally {
      setUnderway(false)
    }
  }
  const handleOpen = (): void => {
    setTyped(one.kind === 'text' ? one.text : one.value)
    setOpen(true)
    setWasOpen(true)
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void enter()
  }

  if (!isOpen) {
    // Restore the keyboard focus after the form closes.
    return (
      <span className="scene-enter">
        <Button
          size="small"
          autoFocus={wasOpen}
          aria-label={t('variable.enterNamed', { name: one.name })}
          onClick={handleOpen}
        >
          {t('variable.enter')}
        </Button>
        {one.enteredBy !== null && <small>{t('variable.by', { name: one.enteredBy })}</small>}
      </span>
    )
  }
  return (
    <form className="scene-enter" onSubmit={handleSubmit}>
      {one.kind === 'text' ? (
        <Input
          size="small"
          aria-label={label}
          maxLength={200}
          value={String(typed ?? '')}
          onChange={(event) => setTyped(event.target.value)}
          autoFocus
        />
      ) : (
        <InputNumber<number>
          size="small"
          aria-label={label}
          value={typeof typed === 'number' ? typed : null}
          onChange={setTyped}
          changeOnWheel={false}
          autoFocus
        />
      )}
      <Button size="small" type="primary" htmlType="submit" loading={isUnderway} disabled={isMissing}>
        {t('save')}
      </Button>
      <Button size="small" onClick={() => setOpen(false)}>
        {t('cancel')}
      </Button>
    </form>
  )
}

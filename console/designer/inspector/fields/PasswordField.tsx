import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@mimic/engine/document'
import { limits } from '../../../../contract/limits.ts'
import { countCharacters } from '../../../../contract/passwords.ts'
import { routes } from '../../../../contract/routes.ts'
import { PasswordInput } from '../../../kit/form/PasswordInput.tsx'
import { CallFailure } from '../../../net/failure.ts'
import { useStores } from '../../../stores/root.ts'
import { useDesigner } from '../../context.ts'
import { Row } from '../parts/Row.tsx'

/** Sets the password required to operate a component. It is sent only to the server and never read back. */
export const PasswordField = observer(function PasswordField({ id }: { readonly id: Id }) {
  const { store, session, drawing } = useDesigner()
  const { client, notices, session: account } = useStores()
  const { t } = useTranslation('designer')
  const [isSet, setIsSet] = useState<boolean | null>(null)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isLong = countCharacters(typed) > limits.componentPassword.max
  const isOff = session !== drawing || !account.may(routes['drawing.setComponentPassword'].policy, store.project)

  useEffect(() => {
    if (isOff) return
    const request = new AbortController()
    client
      .call('drawing.componentPasswords', { params: { id: store.id } }, { signal: request.signal })
      .then((ids) => setIsSet(ids.includes(id)))
      .catch((thrown: unknown) => {
        if (!request.signal.aborted && !(thrown instanceof CallFailure)) throw thrown
      })
    return () => request.abort()
  }, [client, store, id, isOff])

  const write = async (password: string | null): Promise<void> => {
    setBusy(true)
    try {
      await client.call('drawing.setComponentPassword', { params: { id: store.id }, body: { component: id, password } })
      setIsSet(password !== null)
      setTyped('')
      notices.post({ manner: 'success', words: password === null ? passwordRemovedText : passwordSetText })
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
    } finally {
      setBusy(false)
    }
  }
  if (isOff)
    return <p className="panel-hint flush">{t(session === drawing ? 'password.mayNot' : 'password.inSymbol')}</p>
  return (
    <Row label={t('password.title')} htmlFor="component-password" isTall>
      <div className="password-field">
        <PasswordInput
          id="component-password"
          size="small"
          autoComplete="new-password"
          value={typed}
          maxLength={limits.componentPassword.max}
          placeholder={t(isSet ? 'password.isSet' : 'password.none')}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => {
            if (typed !== '' && !isLong) void write(typed)
          }}
        />
        <Button size="small" loading={isBusy} disabled={typed === '' || isLong} onClick={() => void write(typed)}>
          {t('password.set')}
        </Button>
        {isSet && (
          <Button size="small" danger disabled={isBusy} onClick={() => void write(null)}>
            {t('password.remove')}
          </Button>
        )}
      </div>
      {isSet === false && (
        <div className="field-fault" role="status">
          {t('password.missing')}
        </div>
      )}
    </Row>
  )
})

const passwordSetText = { en: 'The password is set', zh: '密码已设置' }
const passwordRemovedText = { en: 'The password is removed', zh: '密码已移除' }

import { MutedOutlined, NotificationOutlined, SoundOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { reaction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/root.ts'
import { AlarmSound } from './alarmSound.ts'
import './AlarmBell.css'

/**
 * Alarm sound of the account in this browser: switches it on and off, silences it while it plays, and shows that the
 * browser blocks it until the user clicks.
 */
export const AlarmSoundButton = observer(function AlarmSoundButton() {
  const { alarms, preferences, session } = useStores()
  const { t } = useTranslation('shell')
  const [sound] = useState(() => new AlarmSound())
  const account = session.account?.name ?? ''
  const isOn = preferences.hasAlarmSound(account)
  useEffect(() => {
    if (!isOn) return undefined
    const close = sound.open()
    const stop = reaction(
      () => alarms.isSounding,
      (isSounding) => (isSounding ? sound.start() : sound.stop()),
      { fireImmediately: true },
    )
    return () => {
      stop()
      close()
    }
  }, [isOn, alarms, sound])
  if (!session.mayDo('lighting:alarm:list')) return null
  const state = !isOn ? 'off' : sound.isBlocked ? 'blocked' : alarms.isSounding ? 'sounding' : 'on'

  function handleClick(): void {
    if (state === 'sounding') alarms.silence()
    // The click itself allows sound.
    else if (state !== 'blocked') preferences.setAlarmSound(account, !isOn)
  }

  return (
    <Tooltip title={t(`alarmSound.${state}`)}>
      <Button
        className="alarm-sound"
        type="text"
        data-state={state}
        aria-label={t(`alarmSound.${state}`)}
        icon={
          state === 'off' ? (
            <MutedOutlined aria-hidden />
          ) : state === 'on' ? (
            <SoundOutlined aria-hidden />
          ) : (
            <NotificationOutlined aria-hidden />
          )
        }
        onClick={handleClick}
      >
        {state === 'sounding' ? t('alarmSound.silence') : state === 'blocked' ? t('alarmSound.allow') : null}
      </Button>
    </Tooltip>
  )
})

import { BorderOuterOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Running } from '../running.ts'
import { runViewCommand, viewKeys } from './viewKeys.ts'

const buttons = [
  ['nearer', PlusOutlined],
  ['farther', MinusOutlined],
  ['whole', BorderOuterOutlined],
] as const

/** Buttons to zoom in, zoom out and fit, for use without wheel or keyboard. Hidden if the drawing is locked. */
export function ViewButtons({ running }: { readonly running: Running }) {
  const { t } = useTranslation('runtime')
  if (running.stage.camera.isLocked) return null
  return (
    <div className="run-look" role="group" aria-label={t('look.view')}>
      {buttons.map(([how, Sign]) => {
        const keys = viewKeys[how].join(' ')
        return (
          <Tooltip
            key={how}
            title={
              <>
                {t(`look.${how}`)} <kbd>{keys}</kbd>
              </>
            }
            placement="left"
          >
            <Button
              type="text"
              size="small"
              icon={<Sign aria-hidden />}
              aria-label={t(`look.${how}`)}
              aria-keyshortcuts={keys}
              onClick={() => runViewCommand(running.view, how)}
            />
          </Tooltip>
        )
      })}
    </div>
  )
}

import { Button, Popconfirm } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { CacheName } from '../../contract/routes.ts'
import { routes } from '../../contract/routes.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { formatCount } from './sizes.ts'

interface ClearCacheButtonProps {
  readonly name: CacheName
  readonly onCleared: () => Promise<void>
}

/** Clears a cache after a confirmation. Hidden without permission. */
export const ClearCacheButton = observer(function ClearCacheButton({ name, onCleared }: ClearCacheButtonProps) {
  const { client, session, notices } = useStores()
  const { t } = useTranslation('monitoring')
  if (!session.mayCall(routes['monitor.clearCache'].policy)) return null
  const named = { name: t(`cache.names.${name}`) }
  const handleClear = async (): Promise<void> => {
    try {
      const { cleared } = await client.call('monitor.clearCache', { params: { name } })
      notices.post({
        manner: 'success',
        words: { en: `${formatCount(cleared)} entries removed`, zh: `已清空 ${formatCount(cleared)} 条` },
      })
      await onCleared()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown // the client has shown it
    }
  }
  return (
    <Popconfirm
      title={t('cache.confirm', named)}
      description={t('cache.confirmText')}
      okText={t('cache.clear')}
      cancelText={t('cancel')}
      onConfirm={() => void handleClear()}
    >
      <Button size="small" type="link" danger aria-label={t('cache.clearNamed', named)}>
        {t('cache.clear')}
      </Button>
    </Popconfirm>
  )
})

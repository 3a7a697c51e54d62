import { catalog } from '@mimic/engine/catalog'
import { useEffect } from 'react'
import { useStores } from '../stores/root.ts'
import type { DrawingSession } from './session/drawingSession.ts'
import { formatSizeWarning, formatRejection, formatSurplus } from './session/rejectionMessages.ts'

/**
 * Notifies the user of rejected commands and omitted parts that no form displays, and of surplus components of a type
 * allowed once per drawing.
 */
export function useRefusals(session: DrawingSession | null): void {
  const { notices } = useStores()
  useEffect(() => {
    if (!session) return undefined
    const { document } = session
    const surplus = formatSurplus(document, catalog)
    if (surplus) notices.post({ manner: 'warning', words: surplus })
    const endings = [
      session.onRefused((refused) => notices.post({ manner: 'warning', words: formatRejection(refused, document) })),
      session.bus.onNearLimit((bytes, maxBytes) =>
        notices.post({ manner: 'warning', words: formatSizeWarning(bytes, maxBytes) }),
      ),
      session.onLeftOut((problems) =>
        notices.post({
          manner: 'warning',
          words: formatRejection({ ok: false, code: 'command.single', problems }, document),
        }),
      ),
    ]
    return () => {
      for (const end of endings) end()
    }
  }, [session, notices])
}

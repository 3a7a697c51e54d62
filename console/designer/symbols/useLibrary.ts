import type { Point } from '@mimic/engine'
import type { SymbolDefinition } from '@mimic/engine/document'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '../../net/failure.ts'
import { useDesigner } from '../context.ts'
import { uniqueStem } from '../uniqueName.ts'

/** Library actions; the client reports failures of the server. */
export function useLibrary() {
  const { desk, drawing, session, library } = useDesigner()
  const { message } = App.useApp()
  const { t } = useTranslation('designer')

  async function told<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (thrown) {
      if (thrown instanceof CallFailure) return undefined
      throw thrown
    }
  }

  return {
    /**
     * Places an instance centred at `middle`. Notifies if the drawing keeps an older copy, or if nothing was placed
     * because the symbol would contain itself.
     */
    put: async (id: string, middle: Point): Promise<void> => {
      const { older, around } = await told(() => library.put(session, id, middle, (name) => uniqueStem(session.document.components.values(), name), desk.barred)) ?? {}
      if (around) void message.warning(t('library.around', { name: around.name }))
      if (older) void message.info(t('library.older', { name: older.name }))
    },
    /** Updates all symbols with newer library entries, and their instances. */
    followAll: async (): Promise<void> => {
      const count = await told(() => library.followAll(drawing))
      if (typeof count === 'number') void message.success(t('library.followedAll', { number: count }))
    },
    follow: async ({ id, name }: SymbolDefinition): Promise<void> => {
      if (await told(() => library.follow(drawing, id))) void message.success(t('library.followed', { name }))
    },
  }
}

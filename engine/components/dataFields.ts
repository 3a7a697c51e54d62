import { number, text } from '../schema/index.ts'
import type { Feed } from './define.ts'

/** Fields for data requested with GET: address, path in the response, interval in seconds. */
export const dataFields = {
  url: text(
    { en: 'Data address (GET)', zh: '数据地址（GET）' },
    {
      format: 'url',
      maxLength: 2000,
      group: 'data',
      bindable: false,
      hint: {
        en: 'Requested with GET in run mode. Other hosts must be allowed on the server.',
        zh: '运行时以 GET 方式请求；其他主机的地址须先在服务器上放行。',
      },
    },
  ),
  path: text(
    { en: 'Path in the response', zh: '响应取值路径' },
    {
      format: 'line',
      maxLength: 200,
      group: 'data',
      bindable: false,
      isCode: true,
      hint: {
        en: 'Part of the response to use, as names and indexes separated by dots: data.list.0.value. Empty: the whole response.',
        zh: '取响应中的哪一部分，用点分隔名称和序号，如 data.list.0.value；留空取全部。',
      },
    },
  ),
  everySeconds: number(
    { en: 'Refresh interval', zh: '刷新间隔' },
    { default: 10, min: 1, max: 86_400, unit: 's', group: 'data', bindable: false },
  ),
}

/** Returns the feed of these fields into a property; none without an address. */
export function requestFeed(
  props: { readonly url: string; readonly path: string; readonly everySeconds: number },
  prop: string,
): readonly Feed[] {
  return props.url === ''
    ? []
    : [{ kind: 'request', prop, url: props.url, path: props.path, everyMs: Math.round(props.everySeconds * 1000) }]
}

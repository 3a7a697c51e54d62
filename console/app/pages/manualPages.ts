import type { Words } from '@mimic/engine/schema'

/** A guide of the documentation that the console shows as a help page. */
export interface ManualPage {
  readonly path: string
  /** Name of the Markdown file in `docs/en` and `docs/zh`, without extension. */
  readonly file: string
  /** First heading of the file. */
  readonly words: Words
}

const page = (file: string, en: string, zh: string): ManualPage => ({ path: `/help/${file}`, file, words: { en, zh } })

/** The guides in reading order. Titles are repeated here because the first chunk does not contain the guides. */
export const manualPages: readonly ManualPage[] = [
  page('getting-started', 'Get started', '快速入门'),
  page('connect-a-device', 'Connect a device', '接入设备'),
  page('access-channels', 'Access channels', '接入通道'),
  page('bridges', 'Bridges', '桥接'),
  page('cameras', 'Cameras', '摄像头'),
  page('draw', 'Draw', '绘制图纸'),
  page('operate', 'Operate', '日常操作'),
  page('rule-scripts', 'Rule scripts', '规则脚本'),
  page('deploy', 'Deploy', '部署'),
  page('configure', 'Configure', '配置'),
  page('develop', 'Develop', '开发'),
  page('benchmark', 'Benchmark', '基准测试'),
]

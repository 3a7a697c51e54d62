/**
 * Chinese translations of custom validation messages, by the English text in a problem's `message`. Messages without an
 * entry are zod's own and are translated by their code.
 */
export const messageWords: Readonly<Record<string, string>> = {
  'a fill must be #rrggbb, #rrggbbaa, linear(angle,#rrggbb,#rrggbb) or radial(#rrggbb,#rrggbb), with 2 to 8 colours, each or none followed by its position: linear(0,#rrggbb 0,#rrggbb 0.3,#rrggbb 1)':
    '填充应写作 #rrggbb、#rrggbbaa、linear(角度,#rrggbb,#rrggbb) 或 radial(#rrggbb,#rrggbb)；可有 2 至 8 种颜色，按顺序排列，各自带位置或均不带：linear(0,#rrggbb 0,#rrggbb 0.3,#rrggbb 1)',
  'a colour must be #rrggbb or #rrggbbaa': '颜色应写作 #rrggbb 或 #rrggbbaa',
  'points must be pairs of x and y': 'x 与 y 必须成对',
  'must be a single line': '只能有一行',
  'only http(s) URLs and paths on this server are allowed': '只允许 http、https 地址和本站路径',
  'only http(s) URLs, paths on this server and data URLs are allowed': '只允许 http、https、本站路径或内嵌数据的图片',
  'not valid JSON': '不是有效的 JSON',
  'a tag must be project/device/point': '点位应写作 项目/设备/点',
  'tags must be project/device/point, one per line': '点位应写作 项目/设备/点，每行一个',
  'markers must be a name and three percentages, one per line: Pump 1: 50, 100, 50':
    '标记应为名称和三个百分比，每行一个，如 Pump 1: 50, 100, 50',
  'an end must be a component id with n, e, s, w or two fractions: pump:e, pump:0.5,1':
    '端点应为组件编号加 n、e、s、w 或两个比例，如 pump:e、pump:0.5,1',
  'an id must be 1 to 64 letters, digits, - or _': '编号为 1 至 64 个字母、数字、- 或 _',
  'not a valid drawing id': '不是图纸编号',
  'a name must start with a letter and contain only letters, digits or _': '名称应以字母开头，其后为字母、数字或 _',
  'this name is not allowed': '不允许使用该名称',
  'this key is not allowed': '不允许使用该键',
  'a member must be given by ids joined with /': '成员用以 / 连接的编号表示',
}

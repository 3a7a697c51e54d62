import type { Words } from '../../../contract/entity/field.ts'

/** A script to start from. */
export interface ScriptTemplate {
  readonly id: string
  readonly words: Words
  readonly groovy: string
  readonly javascript: string
}

const imports = `import cn.hutool.json.JSONArray;
import cn.hutool.json.JSONObject;
import cn.hutool.json.JSONUtil;
import cn.hutool.core.util.NumberUtil;

`

/** Ten purposes of rule scripts. The help page "Rule scripts" describes them. */
export const scriptTemplates: readonly ScriptTemplate[] = [
  {
    id: 'pass',
    words: { en: 'Pass the message on', zh: '原样转发' },
    groovy: `${imports}String topic = msgContext.getTopic();
String payload = msgContext.getPayload();
msgContext.logger.info("topic {} payload {}", topic, payload);
msgContext.setTopic(topic);
msgContext.setPayload(payload);
`,
    javascript: `const { topic, payload } = msgContext
log.info('topic {} payload {}', topic, payload)
msgContext.topic = topic
msgContext.payload = payload
`,
  },
  {
    id: 'list',
    words: { en: 'Object into a list of id and value', zh: '对象转换为 id/value 列表' },
    groovy: `${imports}JSONArray rows = new JSONArray();
JSONObject source = JSONUtil.parseObj(msgContext.getPayload());
source.keySet().forEach(key -> {
    JSONObject row = new JSONObject();
    row.put("id", key);
    row.put("value", source.getStr(key));
    rows.add(row);
});
msgContext.setPayload(rows.toString());
`,
    javascript: `const source = JSON.parse(msgContext.payload)
const rows = Object.entries(source).map(([id, value]) => ({ id, value: String(value) }))
msgContext.payload = JSON.stringify(rows)
`,
  },
  {
    id: 'scale',
    words: { en: 'Scale values', zh: '数值换算' },
    groovy: `${imports}JSONArray source = JSONUtil.parseArray(msgContext.getPayload());
JSONArray target = new JSONArray();
for (int i = 0; i < source.size(); i++) {
    JSONObject item = source.getJSONObject(i);
    JSONObject scaled = new JSONObject();
    scaled.put("id", item.getStr("id"));
    scaled.put("value", item.getBigDecimal("value") * 2);
    target.add(scaled);
}
msgContext.setPayload(target.toString());
`,
    javascript: `const source = JSON.parse(msgContext.payload)
msgContext.payload = JSON.stringify(source.map(({ id, value }) => ({ id, value: value * 2 })))
`,
  },
  {
    id: 'own',
    words: { en: 'Own values for templates', zh: '为模板设置数据' },
    groovy: `def parts = msgContext.getTopic().tokenize('/');
msgContext.setData("area", parts[0]);
msgContext.setData("device", msgContext.getSerialNumber());
`,
    javascript: `const [area] = msgContext.topic.split('/').filter(Boolean)
msgContext.setData('area', area)
msgContext.setData('device', msgContext.serialNumber)
`,
  },
  {
    id: 'http',
    words: { en: 'Push to an HTTP address', zh: 'HTTP 推送' },
    groovy: `${imports}JSONObject source = JSONUtil.parseObj(msgContext.getPayload());
msgContext.setData("level", source.getDouble("temperature") > 20 ? "high" : "low");
`,
    javascript: `const source = JSON.parse(msgContext.payload)
msgContext.setData('level', source.temperature > 20 ? 'high' : 'low')
`,
  },
  {
    id: 'mqtt',
    words: { en: 'Send to an MQTT bridge', zh: 'MQTT 桥接' },
    groovy: `msgContext.setTopic("out/" + msgContext.getSerialNumber());
`,
    javascript: `msgContext.topic = 'out/' + msgContext.serialNumber
`,
  },
  {
    id: 'database',
    words: { en: 'Store in a database', zh: '存入数据库' },
    groovy: `${imports}JSONObject source = JSONUtil.parseObj(msgContext.getPayload());
source.each { key, value -> msgContext.setData(key, value) };
`,
    javascript: `const source = JSON.parse(msgContext.payload)
for (const [key, value] of Object.entries(source)) msgContext.setData(key, value)
`,
  },
  {
    id: 'filter',
    words: { en: 'Send only some messages', zh: '按条件发送' },
    groovy: `${imports}JSONObject source = JSONUtil.parseObj(msgContext.getPayload());
// A script that returns false sends nothing.
return source.getDouble("temperature") > 60;
`,
    javascript: `const source = JSON.parse(msgContext.payload)
// A script that returns false sends nothing.
return source.temperature > 60
`,
  },
  {
    id: 'alarm',
    words: { en: 'Raise and clear an alarm', zh: '产生与恢复告警' },
    groovy: `def values = history.last("temperature", 10).collect { it.value };
def mean = values ? values.sum() / values.size() : 0;
if (mean > 60) {
    alarms.raise("hot", "Mean temperature " + mean, "high");
} else {
    alarms.clear("hot");
}
`,
    javascript: `const values = history.last('temperature', 10).map(({ value }) => value)
const mean = values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0
if (mean > 60) alarms.raise('hot', 'Mean temperature ' + mean.toFixed(1), 'high')
else alarms.clear('hot')
`,
  },
  {
    id: 'command',
    words: { en: 'Command a device', zh: '下发控制命令' },
    groovy: `def level = tags.read("level");
if (level != null && level < 20) {
    devices.command(msgContext.getSerialNumber(), "pump", 1);
}
`,
    javascript: `const level = tags.read('level')
if (level !== null && level < 20) devices.command(msgContext.serialNumber, 'pump', 1)
`,
  },
]

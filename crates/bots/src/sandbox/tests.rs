use super::*;

/// Returns what a script says when it fails at its top.
fn fails(text: &str) -> String {
    let code = compile(text, "x.luau").unwrap();
    let fault = Machine::new("x.luau").unwrap().load(&code, &mut Rng::from_words([0, 0, 0])).unwrap_err();
    format!("{}: {}", fault.line.unwrap_or(0), fault.message)
}

/// Returns the global `result` that a script makes.
fn result(text: &str) -> String {
    let code = compile(text, "x.luau").unwrap();
    let machine = Machine::new("x.luau").unwrap();
    let globals =
        machine.load(&code, &mut Rng::from_words([0, 0, 0])).map_err(|fault| fault.message).unwrap();
    globals.raw_get::<mlua::LuaString>("result").unwrap().to_string_lossy()
}

#[test]
fn work_of_the_library_takes_steps_and_has_an_end() {
    let cases = [
        "string.find(('a'):rep(2^24), ('a'):rep(2^23)..'b', 1, true)",
        "string.find(('a'):rep(2^20), ('a'):rep(2^19)..'.b')",
        "while true do local s = ('x'):rep(1e6) end",
        "local s = ('x'):rep(1e6) while true do s:upper() end",
        "local s = ('x'):rep(1e6) while true do s:sub(2) end",
        "local s = ('x'):rep(1e6) while true do s:byte(1, 7000) end",
        "local s = ('x'):rep(1e6) while true do s:split('y') end",
        "local s = ('x'):rep(1e6) while true do string.format('%s', s) end",
        "local s = ('x'):rep(1e6) while true do utf8.len(s) end",
        "local s = ('1'):rep(1e6) while true do tonumber(s) end",
        "local s = ('x'):rep(1e6) while true do pcall(error, s) end",
        "local s = ('a'):rep(1e5) while true do s:gsub('a', 'b') end",
        "local s = ('('):rep(1e5) while true do s:find('%b()') end",
        "local s = ('a'):rep(1e5) while true do s:find('(a*)%1b') end",
        "local s = ('a'):rep(1e5) while true do s:match('^a*$') end",
        "local s = ('a'):rep(1e5) for w in s:gmatch('a*a*a*b') do end",
        "local s = ('a'):rep(60) s:find(('a?'):rep(30) .. 'b')",
        "local t = table.create(1e5, 'x') while true do table.concat(t) end",
        "local t = table.create(1e5, 1) while true do table.sort(t) end",
        "local t = table.create(1e5, 1) while true do table.insert(t, 1, 1) end",
        "local t = table.create(1e5, 1) while true do table.remove(t, 1) end",
        "local t = table.create(1e5, 1) while true do table.unpack(t) end",
        "local t = table.create(1e6, 1) while true do table.find(t, 2) end",
        "local t = table.create(1e6, 1) while true do table.find(t, 2, 2) end",
        "local t = table.create(1e5, 1) while true do table.clear(table.clone(t)) end",
        "while true do table.move({}, 1, 2^30, 1, {}) end",
        "local b = buffer.create(1e7) while true do buffer.fill(b, 0, 1) end",
        "local b = buffer.create(1e7) while true do buffer.tostring(b) end",
        "while true do table.create(1e5, 1) end",
        // As much as unpacking alone is allowed to take, and half as much again by packing.
        "local t = table.create(7000, 1) for _ = 1, 9000 do table.pack(table.unpack(t)) end",
        "for _ = 1, 1e7 do end",
        "local i = 0 while i < 1e7 do i += 1 end",
        "local i = 0 repeat i += 1 until i > 1e7",
        // More than five million only if passes and calls count.
        "local function f() end for _ = 1, 3e6 do f() end",
    ];
    for (i, text) in cases.into_iter().enumerate() {
        // The loop is finite: if its work takes no steps, the script ends without an error and the test fails.
        let text = text.replace("while true do", "for _ = 1, 20000 do");
        let said = fails(&text);
        // Not by the clock: the end is the same on every machine.
        assert!(said.contains("more than 5000000 steps"), "{text}: {said}");
        // Nor does it help to catch the error, whatever was at work.
        if i % 7 != 0 {
            continue;
        }
        let said = fails(&format!("pcall(function() {text} end) for _ = 1, 1e7 do end"));
        assert!(said.contains("more than 5000000 steps"), "{text}: {said}");
    }
}

/// Calls of the library whose results, in words, must be those of Luau's own.
const CALLS: &str = r##"
local out = {}
local function show(...)
    local words = {}
    for i = 1, select("#", ...) do words[i] = (tostring((select(i, ...))):gsub("^library:%d+: ", "")) end
    out[#out + 1] = table.concat(words, " ")
end
local function fails(f, ...) show(select("#", ...), (pcall(f, ...))) end
local long = ("ab1, (c(d)) "):rep(400)
for _, text in { "", "a", "card 12 of 40", 12, long, "\0\255x\u{e9}\u{20ac}" } do
    for _, pattern in { "", "%d+", "^a", "(%a)(%d)", "()c", "%b()", "(.)%1", "%f[%w]%w+", "[^,]*,?", ("a?"):rep(70) } do
        show(string.find(text, pattern)) show(string.find(text, pattern, 3)) show(string.find(text, pattern, 1, true))
        show(string.match(text, pattern)) show(string.match(text, pattern, -4))
        show(string.gsub(text, pattern, "<%0>")) show(string.gsub(text, pattern, { a = "b" }, 2))
        show(string.gsub(text, pattern, function(found) return found and found .. "!" end))
        for a, b in string.gmatch(text, pattern) do show(a, b) end
    end
    show(string.byte(text)) show(string.byte(text, 2)) show(string.byte(text, -3, -1)) show(string.byte(text, 1, 5))
    show(string.len(text), string.upper(text), string.lower(text), string.reverse(text))
    show(string.sub(text, 2), string.sub(text, -3, -2), string.rep(text, 2), string.rep(text, 0))
    show(table.concat(string.split(text, ","), "|"), table.concat(string.split(text, ""), "|"))
    show(string.format("%s %5s %q %%", text, "x", tostring(text)), `{text} in braces`)
    show(pcall(utf8.len, text)) show(pcall(utf8.codepoint, text, 1)) show(pcall(utf8.offset, text, 2))
    show(pcall(function() for place, code in utf8.codes(text) do show(place, code) end end) == true)
end
show(string.char(), string.char(65, 66), utf8.char(8364, 65), string.format("%d %i %5.2f %x %*", 3, 4.0, 2.5, 255, true))
show(tonumber("0x10"), tonumber("z", 36), tonumber("1e3"), tonumber(""), tonumber(nil), tonumber(5), tonumber("12", 3))
show(string.unpack("<I2 z s1", string.pack("<I2 z s1", 258, "zero", "one"))) show(string.packsize("<I2 d"))
local t = { 5, 3, 9, 1 }
table.insert(t, 7) table.insert(t, 2, 8) show(table.concat(t, ",")) show(table.remove(t), table.remove(t, 1), table.remove({}))
table.sort(t) show(table.concat(t, ",", 2, 3)) table.sort(t, function(a, b) return a > b end) show(table.unpack(t))
show(table.unpack({ 1, 2, 3 }, 2)) show(table.unpack({ [0] = 4, 5 }, 0, 1)) show(unpack({ 1, nil, 3 }, 1, 3))
show(table.pack(1, nil, 3).n, table.find(t, 3), table.find(t, 3, 4), table.find(t, 99), table.maxn({ 1, [7] = 2 }))
show(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), ","), table.concat(table.move({ 1, 2 }, 1, 2, 1, { 9, 9, 9 }), ","))
show(#table.create(3, 0), #table.create(3), table.getn(t), table.isfrozen(table.freeze({})))
local copy = table.clone(t) show(table.concat(copy, ",")) table.clear(copy) show(#copy, next(copy))
table.foreach({ a = 1 }, show) table.foreachi({ 4, 5 }, show) show(table.foreachi({ 4, 5 }, function(i, v) return v end))
for k, v in pairs({ 1, 2, x = 3 }) do show(k, v) end
for k, v in next, { 4, y = 5 } do show(k, v) end
for i, v in ipairs({ 6, 7 }) do show(i, v) end
show(next({}), next({ 1 }), next({ 1, 2 }, 1), getmetatable(setmetatable({}, { __metatable = "m" })))
local b = buffer.create(8) buffer.writestring(b, 0, "abcdefgh", 4) buffer.fill(b, 4, 120, 2) buffer.copy(b, 6, b, 0, 2)
show(buffer.tostring(b), buffer.readstring(b, 1, 3), buffer.len(b), buffer.readu16(b, 0))
buffer.writef64(b, 0, 1.5) buffer.writebits(b, 0, 3, 5) show(buffer.readf64(b, 0) ~= 1.5, buffer.readbits(b, 0, 3))
show(buffer.tostring(buffer.fromstring("xyz")), tostring(vector.create(1, 2, 3)), tostring(nil), tostring(-0.5))
for _, bad in { {}, true, "x" } do
    for _, f in { string.rep, string.find, string.format, string.byte, string.sub, table.concat, table.insert, table.remove,
        table.sort, table.unpack, table.move, table.create, table.find, table.clone, utf8.char, utf8.codes, buffer.create,
        buffer.fill, buffer.tostring, setmetatable, next, pairs } do
        fails(f) fails(f, bad, bad)
        -- To these an argument that is missing is one that is nil.
        if f ~= table.insert and f ~= table.find and f ~= setmetatable then fails(f, bad) end
    end
end
show(pcall(error, "thrown", 0)) show(pcall(error, { 1 }) == false) show(select(2, pcall(error, 7)), pcall(error))
result = table.concat(out, "\n")
"##;

/// When the memory is used up depends on the time at which Luau collects garbage: no choice may follow from it.
#[test]
fn used_up_memory_can_not_be_caught() {
    let fill = "local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end";
    for text in [
        fill.to_owned(),
        format!("pcall(function() {fill} end)"),
        format!("pcall(pcall, function() {fill} end)"),
        format!("xpcall(function() {fill} end, function() return 1 end)"),
        format!("xpcall(function() {fill} end, function() error('x') end)"),
        format!("xpcall(error, function() {fill} end)"),
        format!("xpcall(error, function() xpcall(error, function() {fill} end) end)"),
        format!(
            "pcall(function() ({{ 1 }} :: any).x.y = 1 end) pcall(function() ('a'):gsub('a', function() {fill} end) end)"
        ),
    ] {
        let said = fails(&text);
        assert!(said.contains("more than 64 MiB of memory"), "{text}: {said}");
    }
    assert_eq!(
        result("local ok, what, more = pcall(function(a) return a, 2 end, 1) result = `{ok} {what} {more}`"),
        "true 1 2"
    );
    assert_eq!(result("local ok, what = pcall(error, 'x', 0) result = `{ok} {what}`"), "false x");
    assert_eq!(
        result(
            "local ok, what = xpcall(error, function(what) return what .. '!' end, 'x', 0) result = `{ok} {what}`"
        ),
        "false x!"
    );
}

#[test]
fn the_library_gives_what_luau_gives() {
    let lua = Lua::new();
    lua.load(CALLS).exec().unwrap();
    let (ours, luaus) =
        (result(CALLS), lua.globals().get::<mlua::LuaString>("result").unwrap().to_string_lossy());
    for (ours, luaus) in ours.lines().zip(luaus.lines()) {
        assert_eq!(ours, luaus);
    }
    assert_eq!(ours.len(), luaus.len());
}

#[test]
fn every_function_of_the_libraries_is_known() {
    // A new one in Luau must be put into `library.luau` first.
    let names = "local names = {} for name in library do names[#names + 1] = name end table.sort(names) \
                 result = table.concat(names, ' ')";
    let lua = Lua::new();
    for library in ["string", "table", "utf8", "buffer"] {
        let text = format!("local library = {library} {names}");
        lua.load(&text).exec().unwrap();
        assert_eq!(result(&text), lua.globals().get::<mlua::LuaString>("result").unwrap().to_string_lossy());
    }
}

#[test]
fn addresses_are_not_shown() {
    let text = "local proxy, named = setmetatable({}, {}), setmetatable({}, { __tostring = function() return 'me' end }) \
                local all = { {}, print, buffer.create(1), proxy, named, string.gmatch('', '') } \
                result = '' \
                for _, value in all do result ..= tostring(value) .. ' ' .. string.format('%*', value) .. ` {value}\\n` end";
    let of = |kind: &str| format!("{kind} {kind} {kind}\n");
    let kinds = ["table", "function", "buffer", "table", "me", "function"];
    assert_eq!(result(text), kinds.map(of).concat());
    assert_eq!(fails("error({})"), "1: threw a table instead of a text");
    assert_eq!(fails("error(print)"), "1: threw a function instead of a text");
}

#[test]
fn keys_without_an_order_and_weak_tables_are_refused() {
    for key in ["{}", "print", "buffer.create(1)"] {
        let table = format!("local t = {{ 1, x = 2, [{key}] = 3 }}\n");
        for walk in [
            "for k in pairs(t) do end",
            "for k in t do end",
            "for k in next, t do end",
            "local k repeat k = next(t, k) until k == nil",
            "table.foreach(t, print)",
        ] {
            let said = fails(&format!("{table}{walk}"));
            assert!(said.starts_with("2: a table with keys that are tables or functions"), "{walk}: {said}");
        }
        // To look one up is no walk.
        assert_eq!(
            result(&format!("local key = {key} local t = {{ [key] = 3 }} result = tostring(t[key])")),
            "3"
        );
    }
    assert!(fails("\nsetmetatable({}, { __mode = 'k' })").starts_with("2: weak tables"));
}

#[test]
fn messages_are_short_and_name_the_line_of_the_script() {
    assert_eq!(
        fails("\nlocal s = ('x'):rep({})"),
        "2: invalid argument #2 to 'rep' (number expected, got table)"
    );
    assert_eq!(fails("\n\nstring.find('x', '[')"), "3: malformed pattern (missing ']')");
    assert_eq!(fails("local t = {}\nt.x.y = 1"), "2: attempt to index nil with 'y'");
    assert_eq!(fails("\nerror('mine')"), "2: mine");
    assert_eq!(fails("local function f()\nerror('mine', 2)\nend\nf()"), "4: mine");
    let said = fails("error(('x'):rep(1e6))");
    assert!(said.len() < MAX_SHOWN + 20 && said.ends_with("xxx..."), "{said}");
    assert!(!fails("error('a\\27[31mb')").contains('\u{1b}'));
}

#[test]
fn a_shifted_machine_gives_the_same() {
    let code = compile("result = 0 for k, v in { 1, x = 2 } do result += v end", "x.luau").unwrap();
    let mut machine = Machine::new("x.luau").unwrap();
    machine.shift().unwrap();
    let globals = machine.load(&code, &mut Rng::from_words([0, 0, 0])).unwrap_or_else(|_| panic!("it fails"));
    assert_eq!(globals.raw_get::<f64>("result").unwrap(), 3.0);
}

#[test]
fn no_text_hides_a_loop_from_the_library() {
    // A comment ends at a carriage return for Luau; a global of the name of the library's own function would be called.
    for text in
        ["-- x\rfor k in { [{}] = 1 } do end", "local s = '\\z\u{b}\n' for k in { [{}] = 1 } do end --'"]
    {
        assert!(compile(text, "x.luau").is_err(), "{text:?}");
    }
    for text in [
        "_G['__iter' .. 'ate'] = function(t) return t end for k in { [{}] = 1 } do end",
        "local s = '\\\r\n' for k in { [{}] = 1 } do end --'",
        "rawset(_G, '__iter' .. 'ate', next) for k in { [{}] = 1 } do end",
    ] {
        assert!(fails(text).contains("a table with keys that are tables or functions"), "{text}");
    }
    assert!(
        fails("local t = table.create(1e6, 1) while true do pcall(table.sort, t, rawequal) end")
            .contains("steps")
    );
}

#[test]
fn the_last_step_is_allowed_and_the_next_is_not() {
    let budget = Budget::new();
    budget.take(i64::from(MAX_STEPS) - 2).unwrap();
    budget.weighed(2, || budget.step()).unwrap();
    assert_eq!(budget.spent(), None);
    assert!(budget.step().is_err());
    assert!(budget.spent().unwrap().contains("5000000 steps"));
    budget.refill();
    assert!(budget.take(i64::MAX).is_err() && budget.spent().is_some());
}

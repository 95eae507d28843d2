//! Types as they are written, and the engine's names with theirs, out of the declarations that editors read.

use std::collections::HashMap;

use crate::lexer::{Kind, tokens};
use crate::parse::{Parser, Unread};

/// A type as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// `number`, `card`.
    Name(String),
    /// `T?`, and `nil`.
    Optional(Box<Written>),
    /// `A | B`
    Either(Vec<Written>),
    /// `{ T }`
    List(Box<Written>),
    /// `{ [K]: T }`, of which the name of `K` is kept.
    ByKey(String, Box<Written>),
    /// `{ a: T, b: U }`
    Fields(Vec<(String, Written)>),
    /// `(A, B) -> T`
    Function(Box<Signature>),
    /// What is of no use here.
    Other,
}

/// A function's type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// Names and types of the parameters.
    pub parameters: Vec<(String, Written)>,
    /// The type of `...`.
    pub more: Option<Written>,
    /// The type of the result; none where it gives nothing.
    pub result: Option<Written>,
}

/// The engine's names with their types.
#[derive(Debug, Default)]
pub struct Declarations {
    /// Names of types.
    pub types: HashMap<String, Written>,
    /// Functions and tables.
    pub names: HashMap<String, Written>,
}

impl Declarations {
    /// Reads declarations.
    ///
    /// # Errors
    /// The first line that is none.
    pub fn read(text: &str) -> Result<Self, Unread> {
        let tokens = tokens(text);
        let mut parser = Parser::of_types(&tokens);
        let mut found = Self::default();
        while parser.at < tokens.len() {
            if parser.take("export") {
                parser.demand("type")?;
                let name = parser.name()?;
                parser.demand("=")?;
                let written = parser.type_expression()?;
                found.types.insert(name.to_owned(), written);
                continue;
            }
            parser.demand("declare")?;
            let is_function = parser.take("function");
            let name = parser.name()?;
            let written = if is_function {
                parser.signature(":")?
            } else {
                parser.demand(":")?;
                parser.type_expression()?
            };
            found.names.insert(name.to_owned(), written);
        }
        Ok(found)
    }

    /// Returns the type of the engine's name, `draw`, or of a field of one of its tables, `go.play`.
    pub fn of(&self, path: &str) -> Option<&Written> {
        match path.split_once('.') {
            None => self.names.get(path),
            Some((table, _)) => match self.names.get(table)? {
                Written::ByKey(_, written) => Some(written),
                _ => None,
            },
        }
    }

    /// Returns the methods of this type.
    pub fn methods(&self, name: &str) -> &[(String, Written)] {
        match self.types.get(name) {
            Some(Written::Fields(fields)) => fields,
            _ => &[],
        }
    }
}

impl Parser<'_> {
    /// Skips `<T, U>`.
    pub(crate) fn generics(&mut self) -> Result<(), Unread> {
        if self.take("<") {
            while !self.take(">") {
                if self.kind().is_none() {
                    return self.unread("`>` is expected here");
                }
                self.at += 1;
            }
        }
        Ok(())
    }

    /// Reads a function's type from its parameters on; the result stands behind this sign.
    fn signature(&mut self, sign: &str) -> Result<Written, Unread> {
        self.demand("(")?;
        let mut signature = Signature::default();
        while !self.take(")") {
            if self.take("...") {
                let typed = self.take(":") || self.peek() != ")";
                signature.more = Some(if typed { self.type_expression()? } else { Written::Other });
            } else {
                let name = if self.ahead(1) == ":" { self.name()?.to_owned() } else { String::new() };
                if !name.is_empty() {
                    self.demand(":")?;
                }
                let written = self.type_expression()?;
                signature.parameters.push((name, written));
            }
            if !self.take(",") && self.peek() != ")" {
                return self.unread("`)` is expected here");
            }
        }
        // A type in brackets, not a function's.
        if sign == "->" && self.peek() != "->" {
            return Ok(signature.parameters.pop().map_or(Written::Other, |(_, written)| written));
        }
        self.demand(sign)?;
        signature.result = match self.peek() {
            "..." => {
                self.at += 1;
                self.type_expression()?;
                Some(Written::Other)
            }
            "(" if self.ahead(1) == ")" && self.ahead(2) != "->" => {
                self.at += 2;
                None
            }
            _ => Some(self.type_expression()?),
        };
        Ok(Written::Function(Box::new(signature)))
    }

    /// Reads a type.
    pub(crate) fn type_expression(&mut self) -> Result<Written, Unread> {
        self.deeper(|parser| {
            parser.take("|");
            let mut list = vec![parser.simple_type()?];
            while parser.take("|") || parser.take("&") {
                list.push(parser.simple_type()?);
            }
            Ok(if list.len() == 1 { list.remove(0) } else { Written::Either(list) })
        })
    }

    fn simple_type(&mut self) -> Result<Written, Unread> {
        let mut written = match self.peek() {
            "(" => self.signature("->")?,
            "{" => self.table_type()?,
            _ if self.kind() == Some(Kind::Text) => {
                self.at += 1;
                Written::Other
            }
            "typeof" => {
                self.at += 1;
                self.demand("(")?;
                while !self.take(")") {
                    if self.kind().is_none() {
                        return self.unread("`)` is expected here");
                    }
                    self.at += 1;
                }
                Written::Other
            }
            _ => {
                let name = self.name()?;
                while self.take(".") {
                    self.name()?;
                }
                self.generics()?;
                Written::Name(name.to_owned())
            }
        };
        while self.take("?") {
            written = Written::Optional(Box::new(written));
        }
        Ok(written)
    }

    fn table_type(&mut self) -> Result<Written, Unread> {
        self.demand("{")?;
        let mut fields = Vec::new();
        let mut whole = None;
        while !self.take("}") {
            if self.take("[") {
                let key = match self.type_expression()? {
                    Written::Name(name) => name,
                    _ => String::new(),
                };
                self.demand("]")?;
                self.demand(":")?;
                let value = Box::new(self.type_expression()?);
                whole = Some(Written::ByKey(key, value));
            } else if self.ahead(1) == ":" {
                let name = self.name()?.to_owned();
                self.demand(":")?;
                let written = self.type_expression()?;
                fields.push((name, written));
            } else {
                whole = Some(Written::List(Box::new(self.type_expression()?)));
            }
            if !self.take(",") && !self.take(";") && self.peek() != "}" {
                return self.unread("`}` is expected here");
            }
        }
        Ok(whole.unwrap_or(Written::Fields(fields)))
    }
}

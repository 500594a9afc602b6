// SPDX-License-Identifier: BSD-3-Clause
#include <tuning/file.hpp>

#include <charconv>
#include <sstream>

#include <omprim/error.hpp>

namespace omprim {
namespace detail {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line.substr(0, line.find('#')));
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::uint64_t parse_count(const std::string& text, const char* name) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, count);
  if (failure != std::errc{} || rest != end) {
    throw error(status::invalid_argument, std::string(name) + " is '" + text + "', not a number");
  }
  return count;
}

double parse_score(const std::string& text) {
  if (text == "-") return 0;
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  double score = 0;
  if (!(in >> score) || !in.eof()) {
    throw error(status::invalid_argument, "the score is '" + text + "', not a number");
  }
  return score;
}

tuning_rule parse_rule(const std::vector<std::string>& words) {
  if (words.size() < 6 || words.size() == 8 || words.size() == 9) {
    throw error(status::invalid_argument,
                "a rule is TARGET TYPE OPERATION UP_TO_N STRATEGY TUNING [SCORE [DATE COMPILER "
                "DEVICE]], TARGET parallel-from BYTES, or TARGET like TARGET");
  }
  tuning_rule rule;
  rule.target = words[0];
  if (words[1] != "*") rule.type = parse_element(words[1]);
  if (words[2] != "*") rule.op = parse_operation(words[2]);
  if (words[3] != "*") rule.up_to_n = parse_count(words[3], "UP_TO_N");
  rule.strategy = words[4];
  rule.tuning = parse_tuning(words[5]);
  if (words.size() >= 7) rule.score = parse_score(words[6]);
  if (words.size() > 9) {
    rule.date = words[7];
    rule.compiler = words[8];
    for (std::size_t i = 9; i < words.size(); ++i) {
      rule.device += (i > 9 ? " " : "") + words[i];
    }
  }
  return rule;
}

constexpr std::size_t longest_line = 1000;
constexpr std::size_t most_lines = 100000;

/// Reads the next line without its end, "\n" or "\r\n"; returns false at the end of the file.
/// Throws status::invalid_argument for a line that is too long.
bool next_line(std::istream& in, std::string& line) {
  line.clear();
  char c = 0;
  while (in.get(c) && c != '\n') {
    if (line.size() == longest_line) {
      throw error(status::invalid_argument,
                  "longer than " + std::to_string(longest_line) + " characters");
    }
    line += c;
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return !line.empty() || c == '\n';
}

/// Copies the rules for `model` that the file has so far, as rules for `target`.
void copy_rules(tuning_file& file, const std::string& target, const std::string& model, int line) {
  const std::size_t before = file.rules.size();
  for (std::size_t i = 0; i < before; ++i) {
    if (file.rules[i].target != model) continue;
    file.rules.push_back(file.rules[i]);
    file.rules.back().target = target;
    file.lines.push_back(line);
  }
  if (file.rules.size() == before) {
    throw error(status::invalid_argument, "no line before this one is a rule for " + model);
  }
}

void read_line(tuning_file& file, const std::vector<std::string>& words, int line) {
  if (words.size() == 3 && words[1] == "parallel-from") {
    file.parallel_from.push_back({words[0], parse_count(words[2], "BYTES"), line});
  } else if (words.size() == 3 && words[1] == "like") {
    copy_rules(file, words[0], words[2], line);
  } else {
    file.rules.push_back(parse_rule(words));
    file.lines.push_back(line);
  }
}

/// `line` lines are read. A single one may be a rule for several targets.
void require_bounded(const tuning_file& file, int line) {
  if (static_cast<std::size_t>(line) <= most_lines && file.rules.size() <= most_lines) return;
  throw error(status::invalid_argument,
              "more than " + std::to_string(most_lines) + " lines or rules");
}

}  // namespace

tuning_file read_tuning(std::istream& in, const std::string& name) {
  tuning_file file;
  std::string line;
  for (int number = 1;; ++number) {
    try {
      if (!next_line(in, line)) break;
      const auto words = words_of(line);
      if (!words.empty()) read_line(file, words, number);
      require_bounded(file, number);
    } catch (const error& failure) {
      throw error(status::bad_tuning_file,
                  name + ", line " + std::to_string(number) + ": " + failure.what());
    }
  }
  if (in.bad()) throw error(status::bad_tuning_file, name + ": cannot be read");
  return file;
}

}  // namespace detail

std::string to_line(const tuning_rule& rule) {
  std::ostringstream line;
  line.imbue(std::locale::classic());
  line << rule.target << ' ' << (rule.type ? to_string(*rule.type) : "*") << ' '
       << (rule.op ? to_string(*rule.op) : "*") << ' ';
  if (rule.up_to_n) {
    line << *rule.up_to_n;
  } else {
    line << '*';
  }
  line << ' ' << rule.strategy << ' ' << to_string(rule.tuning);
  const bool has_origin = !rule.date.empty() && !rule.compiler.empty() && !rule.device.empty();
  if (rule.score > 0) {
    line << ' ' << rule.score;
  } else if (has_origin) {
    line << " -";
  }
  if (has_origin) line << ' ' << rule.date << ' ' << rule.compiler << ' ' << rule.device;
  return line.str();
}

}  // namespace omprim
